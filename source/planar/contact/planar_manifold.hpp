#pragma once

/// @file
/// The points of a contact manifold in the plane.

#include "planar/contact/planar_gap.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

struct PlanarPatchPoint {
    glm::dvec2 positionInWorld{0.0};  ///< midway between the surfaces
    double separation = 0.0;
    std::uint64_t id = 0;
};

struct PlanarPatch {
    std::array<PlanarPatchPoint, 2> points;
    std::uint32_t count = 0;

    void add(const PlanarPatchPoint& point) noexcept { points[count++] = point; }
};

/// Returns the points of two shapes along the normal of their gap: one or two.
/// @param gap            of the shapes, with a separation below the margin
/// @param isANamedFirst  whether A comes first in the ids
[[nodiscard]] PlanarPatch patchOf(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA,
                                  const PlanarGap& gap, double margin, bool isANamedFirst) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
