#pragma once

/// @file
/// Contact manifold of two convex shapes.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/manifold_reduction.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A contact manifold in the frame of the pair.
struct ConvexManifold {
    glm::dvec3 normalAToB{0.0};  ///< of the separation, or of a face that is nearly as good
    std::uint32_t count = 0;
    std::array<ManifoldPoint, ManifoldReduction::kMaxPoints> contacts;
};

struct ManifoldQuery {
    double margin = 0.0;    ///< meters: points with a larger separation are left out
    double faceBias = 0.0;  ///< as CollideOptions::faceBias
};

/// Computes the manifold of two shapes that overlap or are closer than the margin. At least one of its points
/// is as deep as the separation.
/// @param nearest  separation of the shapes; its points may be zero if they are unknown
[[nodiscard]] ConvexManifold convexManifold(const ConvexProxy& a, const ConvexProxy& b,
                                            const Separation& nearest, const ManifoldQuery& query) noexcept;

/// Computes the manifold of a shape and a half-space.
[[nodiscard]] ConvexManifold convexManifold(const ConvexProxy& a, const PairHalfSpace& b,
                                            const Separation& nearest, const ManifoldQuery& query) noexcept;

}  // namespace sat3d::SAT3D_ABI
