#pragma once

/// @file
/// Where the frames of a joint are, and how they move.

#include "math/unit_rotation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/joint.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// The rotation of a frame of an object, in the world, in float.
template <class T>
[[nodiscard]] glm::quat frameRotation(const BasicPose<T>& object, const BasicPose<T>& frame) {
    return glm::normalize(glm::quat(glm::normalize(object.rotation) * frame.rotation));
}
template <class T>
[[nodiscard]] glm::vec2 frameRotation(const BasicPlanarPose<T>& object, const BasicPlanarPose<T>& frame) {
    const BasicPlanarPose<T> turn{{}, object.rotation};
    return glm::normalize(glm::vec2(turn.transformDirection(frame.rotation)));
}

/// A direction in the world, as a frame sees it.
[[nodiscard]] inline glm::vec3 inFrame(const glm::quat& frame, const glm::vec3& direction) {
    return glm::conjugate(frame) * direction;
}
[[nodiscard]] inline glm::vec2 inFrame(const glm::vec2& frame, const glm::vec2& direction) {
    return {frame.x * direction.x + frame.y * direction.y, frame.x * direction.y - frame.y * direction.x};
}

/// The reverse of inFrame().
[[nodiscard]] inline glm::vec3 fromFrame(const glm::quat& frame, const glm::vec3& direction) {
    return frame * direction;
}
[[nodiscard]] inline glm::vec2 fromFrame(const glm::vec2& frame, const glm::vec2& direction) {
    return {frame.x * direction.x - frame.y * direction.y, frame.x * direction.y + frame.y * direction.x};
}

/// Sets the angles between two frames, and their speeds.
/// @param spin  of B relative to A, world frame
inline void setTurns(JointState& state, const glm::quat& frameA, const glm::quat& frameB,
                     const glm::vec3& spin) {
    glm::dquat q = glm::normalize(glm::conjugate(glm::dquat(frameA)) * glm::dquat(frameB));
    q = q.w < 0.0 ? -q : q;
    const glm::vec3 x = frameA * glm::vec3(1.0f, 0.0f, 0.0f), xOfB = frameB * glm::vec3(1.0f, 0.0f, 0.0f);
    const double cosine = std::sqrt(q.w * q.w + q.x * q.x), sine = std::sqrt(q.y * q.y + q.z * q.z);
    state.twist = cosine > 0.0 ? static_cast<float>(2.0 * planarAngle(glm::dvec2(q.w, q.x) / cosine)) : 0.0f;
    state.swing = static_cast<float>(2.0 * planarAngle({cosine, sine}));
    state.twistSpeed = glm::dot(spin, x + xOfB) / std::max(1.0f + glm::dot(x, xOfB), 1e-3f);
    const glm::vec3 axis = glm::cross(x, xOfB);
    const float size = glm::length(axis);
    state.swingSpeed = size > 0.0f ? glm::dot(spin, axis) / size : 0.0f;
}
inline void setTurns(PlanarJointState& state, const glm::vec2& frameA, const glm::vec2& frameB, float spin) {
    state.twist = static_cast<float>(planarAngle(glm::normalize(glm::dvec2(inFrame(frameA, frameB)))));
    state.twistSpeed = spin;
}

}  // namespace sat3d::SAT3D_ABI
