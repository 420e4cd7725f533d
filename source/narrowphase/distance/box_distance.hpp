#pragma once

/// @file
/// Closed-form distances from boxes.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/sat/convex_sat.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// The point of a box closest to a point outside, by clamping. In the box's axes, from its center.
struct NearestOnBox {
    NearestOnBox(const glm::dvec3& from, const glm::dvec3& half) noexcept
        : point(std::clamp(from.x, -half.x, half.x), std::clamp(from.y, -half.y, half.y),
                std::clamp(from.z, -half.z, half.z)),
          vertex((from.x > half.x ? 1u : 0u) | (from.y > half.y ? 2u : 0u) | (from.z > half.z ? 4u : 0u)),
          freeAxes((std::abs(from.x) <= half.x ? 1u : 0u) | (std::abs(from.y) <= half.y ? 2u : 0u) |
                   (std::abs(from.z) <= half.z ? 4u : 0u)) {}

    glm::dvec3 point;
    std::uint32_t vertex;    ///< the vertex, or a vertex of the edge or face, that holds the point
    std::uint32_t freeAxes;  ///< a bit for each axis along which the feature extends
};

/// gjk() for a point or a segment and a box.
/// @param touching  cores closer than this count as overlapping, meters
[[nodiscard]] GjkResult segmentAndBox(const ConvexProxy& segment, const ConvexProxy& box,
                                      double touching) noexcept;

/// gjk() for two disjoint boxes, if the features of an axis give points whose distance some axis proves
/// minimal. Otherwise nothing.
/// @param axis  a separating axis; the closer to the direction between the boxes, the better
[[nodiscard]] std::optional<GjkResult> boxDistance(const ConvexProxy& a, const ConvexProxy& b,
                                                   const SeparatingAxis& axis) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
