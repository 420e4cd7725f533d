#pragma once

/// @file
/// Hulls for tests. If a hull cannot be built, the test fails.

#include "support/random_shapes.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <span>
#include <stdexcept>

namespace sat3d::test {

inline ConvexHull hullOf(std::span<const glm::vec3> points) {
    auto hull = ConvexHull::fromPoints(points);
    if (!hull) {
        throw std::runtime_error("no hull: " + hull.error().message);
    }
    return *hull;
}

inline ConvexHull boxHull(const glm::dvec3& halfExtents) {
    return hullOf(boxCloud(halfExtents));
}

inline Pose at(float x, float y, float z) {
    Pose pose;
    pose.position = {x, y, z};
    return pose;
}

}  // namespace sat3d::test
