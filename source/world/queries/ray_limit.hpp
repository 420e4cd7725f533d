#pragma once

/// @file
/// Boxes and limits of rays for searches of trees.

#include "math/directed_rounding.hpp"

#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// The limit of a search that still visits objects hit at the same distance, up to rounding. Larger than the
/// distance.
template <class Ray>
[[nodiscard]] double limitAt(const Ray& ray, float distance, double limit) {
    double scale = 0.0;
    for (int i = 0; i < ray.origin.length(); ++i) {
        scale = std::max(scale, static_cast<double>(std::abs(ray.origin[i])));
    }
    const double slack = 1e-6 * (scale + static_cast<double>(distance)) +
                         static_cast<double>(std::numeric_limits<float>::min());
    return std::min(limit, static_cast<double>(distance) + slack);
}

/// The part of a ray up to a limit.
template <class Ray>
[[nodiscard]] Ray cutAt(Ray ray, double limit) {
    ray.length = std::min(ray.length, roundedUp(limit));
    return ray;
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

}  // namespace sat3d::SAT3D_ABI
