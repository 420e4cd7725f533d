#pragma once

/// @file
/// Distances from boxes by closed forms.

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

/// The point of a box nearest to one outside, by clamping; in the box's axes, from its centre.
struct NearestOnBox {
    NearestOnBox(const glm::dvec3& from, const glm::dvec3& half) noexcept
        : point(std::clamp(from.x, -half.x, half.x), std::clamp(from.y, -half.y, half.y),
                std::clamp(from.z, -half.z, half.z)),
          corner((from.x > half.x ? 1u : 0u) | (from.y > half.y ? 2u : 0u) | (from.z > half.z ? 4u : 0u)),
          freeAxes((std::abs(from.x) <= half.x ? 1u : 0u) | (std::abs(from.y) <= half.y ? 2u : 0u) |
                   (std::abs(from.z) <= half.z ? 4u : 0u)) {}

    glm::dvec3 point;
    std::uint32_t corner;    ///< that it is, or lies on an edge or a face of
    std::uint32_t freeAxes;  ///< a bit for each axis that it may move along and stay where it is nearest
};

/// coreDistance of a point or a segment and a box.
/// @param touching  cores nearer than this count as overlapping, metres
[[nodiscard]] CoreDistance segmentAndBox(const CoreShape& segment, const CoreShape& box,
                                         double touching) noexcept;

/// coreDistance of two boxes that are apart, where the features of an axis lead to points that are as near as
/// some axis proves; else nothing.
/// @param axis  that separates, the nearer to the way between the boxes the better
[[nodiscard]] std::optional<CoreDistance> boxDistance(const CoreShape& a, const CoreShape& b,
                                                      const CoreAxis& axis) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
