#pragma once

/// @file
/// Motions of movers, in space and in the plane.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline glm::vec3 spinOf(const RigidMotion& motion) {
    return motion.rotationVector;
}
[[nodiscard]] inline float spinOf(const PlanarMotion& motion) {
    return motion.angle;
}

/// How a point moves that turns, in a first step. @param arm  from the center
[[nodiscard]] inline glm::dvec3 turnOf(const glm::dvec3& spin, const glm::dvec3& arm) {
    return glm::cross(spin, arm);
}
[[nodiscard]] inline glm::dvec2 turnOf(double spin, const glm::dvec2& arm) {
    return {-spin * arm.y, spin * arm.x};
}

template <class T>
[[nodiscard]] glm::dvec3 directionInWorld(const BasicPose<T>& pose, const glm::dvec3& direction) {
    return localToWorld(pose).rotation * direction;
}
template <class T>
[[nodiscard]] glm::dvec2 directionInWorld(const BasicPlanarPose<T>& pose, const glm::dvec2& direction) {
    return localToWorld(pose).transformDirection(direction);
}

}  // namespace sat3d::SAT3D_ABI
