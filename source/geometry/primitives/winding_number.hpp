#pragma once

/// @file
/// Winding numbers of points in closed surfaces.

#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace sat3d::SAT3D_ABI {

/// How often a closed surface of triangles winds around a point: 1 inside a solid, 0 outside, exact. A point
/// on the surface counts as on either side.
/// @param points  contains the corners of all triangles, and at least one
/// @param forEachTriangle  calls its argument with the three corners of each triangle, as glm::dvec3
template <class ForEachTriangle>
[[nodiscard]] int windingNumber(std::span<const glm::vec3> points, const glm::dvec3& point,
                                const ForEachTriangle& forEachTriangle) {
    // Casts a ray in a direction that is unlikely to be parallel to edges of a model.
    double reach = 0.0;
    for (const glm::vec3& p : points) {
        const glm::dvec3 apart = glm::dvec3(p) - point;
        reach = std::max(reach, 2.0 * (std::abs(apart.x) + std::abs(apart.y) + std::abs(apart.z)));
    }
    const glm::dvec3 far = point + reach * glm::dvec3(1.0, 0.4142135623730951, 0.7320508075688772);
    int winding = 0;
    forEachTriangle([&](const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
        const int start = orient3d(p, q, r, point), end = orient3d(p, q, r, far);
        if (start * end >= 0) {
            return;
        }
        const int u = orient3d(point, far, p, q), v = orient3d(point, far, q, r),
                  w = orient3d(point, far, r, p);
        if (u == v && v == w) {
            winding -= start;
        }
    });
    return winding;
}

}  // namespace sat3d::SAT3D_ABI
