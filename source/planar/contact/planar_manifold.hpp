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

namespace sat3d::SAT3D_ABI {

struct PlanarPatchPoint {
    double x, y;  ///< position midway between the surfaces, in world frame
    double separation;
    std::uint64_t id;
};

/// Not initialized.
struct PlanarPatch {
    std::array<PlanarPatchPoint, 2> points;
    std::uint32_t count;

    /// Adds a point, member by member (see core/store_forwarding.hpp).
    void add(const glm::dvec2& positionInWorld, double separation, std::uint64_t id) noexcept {
        PlanarPatchPoint& point = points[count++];
        point.x = positionInWorld.x;
        point.y = positionInWorld.y;
        point.separation = separation;
        point.id = id;
    }
};

/// Returns the id of the only point of two shapes.
/// @param isANamedFirst  whether A comes first in the id
[[nodiscard]] std::uint64_t idOfPoint(const PlanarFeatures& features, bool isANamedFirst = true) noexcept;

/// Writes the points of two shapes along the normal of their gap: one or two.
/// @param gap            of the shapes, with a separation below the margin
/// @param isANamedFirst  whether A comes first in the ids
void writePatch(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, const PlanarGap& gap,
                double margin, bool isANamedFirst, PlanarPatch& patch) noexcept;

}  // namespace sat3d::SAT3D_ABI
