#pragma once

/// @file
/// The cores of spheres and capsules, for closed forms that need no matrices.

#include "math/pose_contract.hpp"
#include "math/unit_rotation.hpp"
#include "narrowphase/pair/segment_parameters.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

/// The segment of a capsule: all points start + parameter * along with a parameter of 0 .. 1. The frame has
/// the world axes, and its origin is the position of the pose.
struct SegmentCore {
    glm::dvec3 start, along;

    [[nodiscard]] glm::dvec3 at(double parameter) const { return start + parameter * along; }
};
/// The center of a sphere, in the frame of SegmentCore.
struct PointCore {
    glm::dvec3 center;

    [[nodiscard]] const glm::dvec3& at(double) const { return center; }
};

template <class T>
[[nodiscard]] glm::dquat rotationOf(const BasicPose<T>& pose) {
    assertSound(pose);
    return glm::dquat(pose.rotation);
}

/// The core of a shape. Most shapes are centered at their frame's origin: they need fewer rotations for the
/// same bits.
template <class T>
[[nodiscard]] PointCore coreOf(const Sphere& sphere, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    return {sphere.center == glm::vec3(0.0f) ? glm::dvec3(0.0)
                                             : rotated(rotation, glm::dvec3(sphere.center))};
}
template <class T>
[[nodiscard]] SegmentCore coreOf(const Capsule& capsule, const BasicPose<T>& pose) {
    const glm::dquat rotation = rotationOf(pose);
    const glm::dvec3 start(capsule.start);
    SegmentCore core;
    core.along = rotated(rotation, glm::dvec3(capsule.end) - start);
    if (capsule.end == -capsule.start) {
        core.start = -0.5 * core.along;
    } else {
        core.start = rotated(rotation, start);
    }
    return core;
}

}  // namespace sat3d::SAT3D_ABI
