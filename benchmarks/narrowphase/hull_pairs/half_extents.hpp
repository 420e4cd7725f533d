#pragma once

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/common.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <optional>

namespace sat3d::benchmarks {

/// Returns the half extents of a hull that is a box, centered at its origin and aligned with its axes.
/// Returns nothing for other hulls.
inline std::optional<glm::vec3> halfExtentsOf(const ConvexHull& hull) {
    const auto vertices = hull.vertices();
    const glm::vec3 halfExtents = glm::abs(vertices[0]);
    const bool isBox =
        vertices.size() == 8 && std::all_of(vertices.begin(), vertices.end(),
                                            [&](const auto& v) { return glm::abs(v) == halfExtents; });
    return isBox ? std::optional(halfExtents) : std::nullopt;
}

}  // namespace sat3d::benchmarks
