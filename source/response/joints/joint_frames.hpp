#pragma once

/// @file
/// Where the frames of a joint are, and how they move.

#include "math/unit_rotation.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/response/joint.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
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

/// The angles of B's frame in A's, in the order of SolverJoint::axes: see JointAngles.
[[nodiscard]] inline std::array<float, 4> turnValues(const glm::quat& frameA, const glm::quat& frameB) {
    glm::dquat q = glm::normalize(glm::conjugate(glm::dquat(frameA)) * glm::dquat(frameB));
    q = q.w < 0.0 ? -q : q;
    const double cosine = std::sqrt(q.w * q.w + q.x * q.x), sine = std::sqrt(q.y * q.y + q.z * q.z);
    const double scale = cosine > 0.0 ? 1.0 / cosine : 0.0;
    const glm::dvec2 halfTwist = cosine > 0.0 ? glm::dvec2(q.w, q.x) / cosine : glm::dvec2(1.0, 0.0);
    const double values[] = {2.0 * planarAngle(halfTwist), 2.0 * (q.y * q.w - q.z * q.x) * scale,
                             2.0 * (q.z * q.w + q.y * q.x) * scale, 2.0 * planarAngle({cosine, sine})};
    return {float(values[0]), float(values[1]), float(values[2]), float(values[3])};
}
[[nodiscard]] inline std::array<float, 1> turnValues(const glm::vec2& frameA, const glm::vec2& frameB) {
    return {static_cast<float>(planarAngle(glm::normalize(glm::dvec2(inFrame(frameA, frameB)))))};
}

/// Sets the angles between two frames, and their speeds.
/// @param spin  of B relative to A, world frame
inline void setTurns(JointState& state, const glm::quat& frameA, const glm::quat& frameB,
                     const glm::vec3& spin) {
    const std::array<float, 4> values = turnValues(frameA, frameB);
    state.twist = values[0];
    state.swing = values[3];
    const glm::vec3 x = frameA * glm::vec3(1.0f, 0.0f, 0.0f), xOfB = frameB * glm::vec3(1.0f, 0.0f, 0.0f);
    state.twistSpeed = glm::dot(spin, x + xOfB) / std::max(1.0f + glm::dot(x, xOfB), 1e-3f);
    const glm::vec3 axis = glm::cross(x, xOfB);
    const float size = glm::length(axis);
    state.swingSpeed = size > 0.0f ? glm::dot(spin, axis) / size : 0.0f;
}
inline void setTurns(PlanarJointState& state, const glm::vec2& frameA, const glm::vec2& frameB, float spin) {
    state.twist = turnValues(frameA, frameB)[0];
    state.twistSpeed = spin;
}

}  // namespace sat3d::SAT3D_ABI
