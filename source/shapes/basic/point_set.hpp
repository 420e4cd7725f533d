#pragma once

/// @file
/// Bounds and support of point sets. A point set is a function that calls its argument with each point.

#include "math/componentwise.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
template <class ForEachPoint>
[[nodiscard]] Aabb boundsOfPoints(const ForEachPoint& forEachPoint, const RigidTransform& toFrame) noexcept {
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
    forEachPoint([&](const glm::vec3& point) {
        const glm::dvec3 rotated = toFrame.rotation * glm::dvec3(point);
        lower = minOf(lower, rotated);
        upper = maxOf(upper, rotated);
    });
    return Aabb::around(lower + toFrame.translation, upper + toFrame.translation);
}

/// Returns the point farthest along the direction; on ties, the first.
template <class ForEachPoint>
[[nodiscard]] glm::vec3 supportOfPoints(const ForEachPoint& forEachPoint,
                                        const glm::vec3& direction) noexcept {
    glm::vec3 best(0.0f);
    double farthest = -std::numeric_limits<double>::infinity();
    forEachPoint([&](const glm::vec3& point) {
        const double reach = glm::dot(glm::dvec3(direction), glm::dvec3(point));
        if (reach > farthest) {
            farthest = reach;
            best = point;
        }
    });
    return best;
}

}  // namespace sat3d::SAT3D_ABI
