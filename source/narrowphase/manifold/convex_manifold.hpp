#pragma once

/// @file
/// The contact points of two cores.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/manifold/manifold_reduction.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// In the frame of the pair.
struct CoreManifold {
    glm::dvec3 normalAToB{0.0};  ///< that of the separation, or of a face that is nearly as good
    std::uint32_t count = 0;
    std::array<Contact, ManifoldReduction::kMost> contacts;
};

struct ManifoldQuery {
    double margin = 0.0;    ///< metres: points of a larger separation are left out
    double faceBias = 0.0;  ///< of size, the mean bounding radius: what a face may be worse by
};

/// Of two shapes that overlap, or are nearer than the margin: at least one point, as deep as the separation.
/// @param nearest  their separation; with points where the cores are apart and they are known, else zeros
[[nodiscard]] CoreManifold coreManifold(const CoreShape& a, const CoreShape& b, const Separation& nearest,
                                        const ManifoldQuery& query) noexcept;

/// Of a shape and a half-space.
[[nodiscard]] CoreManifold coreManifold(const CoreShape& a, const PairHalfSpace& b, const Separation& nearest,
                                        const ManifoldQuery& query) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
