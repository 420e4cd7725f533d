#pragma once

/// @file
/// Boxes and limits of rays for searches of trees.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI {

/// The limit of a search that still visits objects hit at the same distance, up to rounding.
template <class T>
[[nodiscard]] double limitAt(const BasicRay<T>& ray, float distance, double limit) {
    const glm::vec<3, T>& o = ray.origin;
    const auto scale = static_cast<double>(std::max({std::abs(o.x), std::abs(o.y), std::abs(o.z)}));
    return std::min(limit, distance + 1e-6 * (scale + static_cast<double>(distance)));
}

[[nodiscard]] inline Aabb pointBox(const glm::vec3& point) {
    return {point, point};
}
[[nodiscard]] inline Aabb pointBox(const glm::dvec3& point) {
    return Aabb::around(point, point);
}

}  // namespace sat3d::inline SAT3D_ABI
