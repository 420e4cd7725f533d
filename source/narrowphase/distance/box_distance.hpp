#pragma once

/// @file
/// Closed-form distances from boxes.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sat/convex_sat.hpp"

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

/// The point of a box closest to a point outside, by clamping. The frame has the box's axes, and its origin
/// is the box's center.
struct NearestOnBox {
    NearestOnBox(const glm::dvec3& from, const glm::dvec3& half) noexcept
        : point(std::clamp(from.x, -half.x, half.x), std::clamp(from.y, -half.y, half.y),
                std::clamp(from.z, -half.z, half.z)),
          vertex((from.x > half.x ? 1u : 0u) | (from.y > half.y ? 2u : 0u) | (from.z > half.z ? 4u : 0u)),
          freeAxes((std::abs(from.x) <= half.x ? 1u : 0u) | (std::abs(from.y) <= half.y ? 2u : 0u) |
                   (std::abs(from.z) <= half.z ? 4u : 0u)) {}

    glm::dvec3 point;
    std::uint32_t vertex;    ///< the closest vertex, or a vertex of the closest edge or face
    std::uint32_t freeAxes;  ///< a bit for each axis along which the closest feature extends
};

/// Computes gjk() for a point or a segment and a box.
/// @param touching  cores closer than this count as overlapping, meters
[[nodiscard]] GjkResult segmentAndBox(const ConvexProxy& segment, const ConvexProxy& box,
                                      double touching) noexcept;

/// Computes gjk() for two disjoint boxes from the features of a separating axis. Returns nothing if no axis
/// proves that their distance is minimal.
/// @param axis  a separating axis; success is most likely if it is close to the normal of the distance
[[nodiscard]] std::optional<GjkResult> boxDistance(const ConvexProxy& a, const ConvexProxy& b,
                                                   const SeparatingAxis& axis) noexcept;

}  // namespace sat3d::SAT3D_ABI
