#pragma once

/// @file
/// Normals and areas of triangles, in double.

#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

/// Returns the normal toward the front; its length is twice the area. Differences of floats and their
/// products are exact in double except for the last bits.
[[nodiscard]] inline glm::dvec3 areaNormal(const Triangle& triangle) noexcept {
    const glm::dvec3 first(triangle.corners[0]);
    return glm::cross(glm::dvec3(triangle.corners[1]) - first, glm::dvec3(triangle.corners[2]) - first);
}

/// Whether the triangle's height over its longest side is more than 1e-9 of that side.
[[nodiscard]] inline bool hasArea(const Triangle& triangle) noexcept {
    constexpr double kFlat = 1e-9;
    const glm::dvec3 a(triangle.corners[0]), b(triangle.corners[1]), c(triangle.corners[2]);
    const double longestSquared =
        std::max({glm::dot(b - a, b - a), glm::dot(c - b, c - b), glm::dot(a - c, a - c)});
    return glm::length(areaNormal(triangle)) > kFlat * longestSquared;
}

}  // namespace sat3d::SAT3D_ABI
