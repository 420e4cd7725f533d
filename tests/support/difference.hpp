#pragma once

/// @file
/// Signed distance of two convex shapes by its definition alone, for judging: the largest gap over sampled
/// directions. Knows nothing of a shape but how far it reaches.

#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <variant>

namespace sat3d::test {

/// How far a shape reaches along a unit direction of its own frame, in double.
inline double reachOf(const Sphere& sphere, const glm::dvec3& direction) {
    return glm::dot(glm::dvec3(sphere.center), direction) + double(sphere.radius);
}
inline double reachOf(const Capsule& capsule, const glm::dvec3& direction) {
    return std::max(glm::dot(glm::dvec3(capsule.start), direction),
                    glm::dot(glm::dvec3(capsule.end), direction)) +
           double(capsule.radius);
}
inline double reachOf(const Box& box, const glm::dvec3& direction) {
    const glm::dquat rotation = glm::normalize(glm::dquat(box.rotation));
    const glm::dvec3 local = glm::conjugate(rotation) * direction;
    double reach = glm::dot(glm::dvec3(box.center), direction);
    for (int axis = 0; axis < 3; ++axis) {
        reach += std::abs(local[axis]) * double(box.halfExtents[axis]);
    }
    return reach;
}
inline double reachOf(const ConvexHull& hull, const glm::dvec3& direction) {
    double reach = -1e300;
    for (const glm::vec3& vertex : hull.vertices()) {
        reach = std::max(reach, glm::dot(glm::dvec3(vertex), direction));
    }
    return reach;
}
inline double reachOf(const Triangle& triangle, const glm::dvec3& direction) {
    double reach = -1e300;
    for (const glm::vec3& corner : triangle.corners) {
        reach = std::max(reach, glm::dot(glm::dvec3(corner), direction));
    }
    return reach;
}
inline double reachOf(const ConvexShape& shape, const glm::dvec3& direction) {
    return std::visit([&](const auto& alternative) { return reachOf(alternative, direction); }, shape);
}

/// The gap between two posed shapes along a unit direction from A to B: negative where they overlap.
template <class A, class B>
double gapAlong(const glm::dvec3& normalAToB, const A& a, const DPose& poseA, const B& b,
                const DPose& poseB) {
    const auto reachInWorld = [](const auto& shape, const DPose& pose, const glm::dvec3& direction) {
        const glm::dquat rotation = glm::normalize(pose.rotation);
        return reachOf(shape, glm::conjugate(rotation) * direction) + glm::dot(pose.position, direction);
    };
    return -reachInWorld(b, poseB, -normalAToB) - reachInWorld(a, poseA, normalAToB);
}

/// The largest gap found over `samples` directions, half of them anywhere and half ever nearer to the best so
/// far: never more than the separation, and close below it.
template <class A, class B>
double sampledSeparation(Random& random, int samples, const A& a, const DPose& poseA, const B& b,
                         const DPose& poseB) {
    glm::dvec3 best = random.direction();
    double largest = gapAlong(best, a, poseA, b, poseB);
    for (int i = 1; i < samples; ++i) {
        const double spread = 2 * i < samples ? 1e3 : std::exp2(-40.0 * (2.0 * i / samples - 1.0));
        const glm::dvec3 direction = glm::normalize(best + spread * random.direction());
        const double gap = gapAlong(direction, a, poseA, b, poseB);
        if (gap > largest) {
            largest = gap;
            best = direction;
        }
    }
    return largest;
}

/// How far outside a shape a point lies at least: over sampled directions, never more than it does.
template <class S>
double outsideBy(Random& random, int samples, const glm::dvec3& point, const S& shape, const DPose& pose) {
    const ConvexShape dot = Sphere{glm::vec3(0.0f), 0.0f};
    return sampledSeparation(random, samples, shape, pose, dot, DPose{point});
}

}  // namespace sat3d::test
