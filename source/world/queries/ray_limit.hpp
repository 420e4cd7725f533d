#pragma once

/// @file
/// Boxes and limits of rays for searches of trees.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI {

/// The limit of a search that still visits objects hit at the same distance, up to rounding.
template <class Ray>
[[nodiscard]] double limitAt(const Ray& ray, float distance, double limit) {
    double scale = 0.0;
    for (int i = 0; i < ray.origin.length(); ++i) {
        scale = std::max(scale, static_cast<double>(std::abs(ray.origin[i])));
    }
    return std::min(limit, distance + 1e-6 * (scale + static_cast<double>(distance)));
}

[[nodiscard]] inline Aabb pointBox(const glm::vec3& point) {
    return {point, point};
}
[[nodiscard]] inline Aabb pointBox(const glm::dvec3& point) {
    return Aabb::around(point, point);
}
[[nodiscard]] inline Aabb pointBox(const glm::dvec2& point) {
    return Aabb::around({point, 0.0}, {point, 0.0});
}

}  // namespace sat3d::inline SAT3D_ABI
