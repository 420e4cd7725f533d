#pragma once

/// @file
/// Signed distance of two convex shapes by definition: the largest separation over sampled directions. It
/// uses only the support functions of the shapes.

#include "support/random.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <variant>

namespace sat3d::test {

/// A point as a shape.
inline constexpr Sphere kPoint{glm::vec3(0.0f), 0.0f};

inline DPose inDouble(const Pose& pose) {
    return {pose.position, pose.rotation};
}

/// Support of a shape along a unit direction of its own frame, in double.
inline double supportAlong(const Sphere& sphere, const glm::dvec3& direction) {
    return glm::dot(glm::dvec3(sphere.center), direction) + double(sphere.radius);
}
inline double supportAlong(const Capsule& capsule, const glm::dvec3& direction) {
    return std::max(glm::dot(glm::dvec3(capsule.start), direction),
                    glm::dot(glm::dvec3(capsule.end), direction)) +
           double(capsule.radius);
}
inline double supportAlong(const Box& box, const glm::dvec3& direction) {
    const glm::dquat rotation = glm::normalize(glm::dquat(box.rotation));
    const glm::dvec3 local = glm::conjugate(rotation) * direction;
    double reach = glm::dot(glm::dvec3(box.center), direction);
    for (int axis = 0; axis < 3; ++axis) {
        reach += std::abs(local[axis]) * double(box.halfExtents[axis]);
    }
    return reach;
}
inline double supportAlong(std::span<const glm::vec3> points, const glm::dvec3& direction) {
    double reach = -1e300;
    for (const glm::vec3& point : points) {
        reach = std::max(reach, glm::dot(glm::dvec3(point), direction));
    }
    return reach;
}
inline double supportAlong(const ConvexHull& hull, const glm::dvec3& direction) {
    return supportAlong(hull.vertices(), direction);
}
inline double supportAlong(const Triangle& triangle, const glm::dvec3& direction) {
    return supportAlong(std::span(triangle.corners), direction);
}
inline double supportAlong(const ConvexShape& shape, const glm::dvec3& direction) {
    return std::visit([&](const auto& alternative) { return supportAlong(alternative, direction); }, shape);
}

/// Separation of two posed shapes along a unit direction from A to B, negative for an overlap.
template <class A, class B>
double gapAlong(const glm::dvec3& normalAToB, const A& a, const DPose& poseA, const B& b,
                const DPose& poseB) {
    const auto reachInWorld = [](const auto& shape, const DPose& pose, const glm::dvec3& direction) {
        const glm::dquat rotation = glm::normalize(pose.rotation);
        return supportAlong(shape, glm::conjugate(rotation) * direction) + glm::dot(pose.position, direction);
    };
    return -reachInWorld(b, poseB, -normalAToB) - reachInWorld(a, poseA, normalAToB);
}

/// Largest separation over `samples` directions: half are uniform, half are increasingly close to the best
/// one. The result is a tight lower bound of the separation.
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

/// Lower bound of a point's distance from a shape, over sampled directions.
template <class S>
double outsideBy(Random& random, int samples, const glm::dvec3& point, const S& shape, const DPose& pose) {
    return sampledSeparation(random, samples, shape, pose, kPoint, DPose{point});
}

}  // namespace sat3d::test
