#pragma once

/// @file
/// Rotation of rigid bodies, in space and in the plane.

#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float2x2.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Velocity that a spin gives to the end of an arm.
[[nodiscard]] inline glm::vec3 spinCross(const glm::vec3& spin, const glm::vec3& arm) {
    return glm::cross(spin, arm);
}
[[nodiscard]] inline glm::vec2 spinCross(float spin, const glm::vec2& arm) {
    return {-(spin * arm.y), spin * arm.x};
}

/// Angular impulse of an impulse at the end of an arm.
[[nodiscard]] inline glm::vec3 armCross(const glm::vec3& arm, const glm::vec3& impulse) {
    return glm::cross(arm, impulse);
}
[[nodiscard]] inline float armCross(const glm::vec2& arm, const glm::vec2& impulse) {
    return arm.x * impulse.y - arm.y * impulse.x;
}

/// The vector whose product with an arm is the speed along a direction that a spin gives to its end.
[[nodiscard]] inline glm::vec3 crossSpin(const glm::vec3& direction, const glm::vec3& spin) {
    return glm::cross(direction, spin);
}
[[nodiscard]] inline glm::vec2 crossSpin(const glm::vec2& direction, float spin) {
    return {direction.y * spin, -(direction.x * spin)};
}

/// Size of a spin, rad/s, or of a velocity.
[[nodiscard]] inline float sizeOf(const glm::vec3& spin) {
    return glm::length(spin);
}
[[nodiscard]] inline float sizeOf(const glm::vec2& velocity) {
    return glm::length(velocity);
}
[[nodiscard]] inline float sizeOf(float spin) {
    return std::abs(spin);
}

/// How far a rotation moves the end of an arm of 1 m, at most.
[[nodiscard]] inline float chordOf(const glm::quat& rotation) {
    return 2.0f * glm::length(glm::vec3(rotation.x, rotation.y, rotation.z));
}
[[nodiscard]] inline float chordOf(const glm::vec2& rotation) {
    return glm::length(rotation - glm::vec2(1.0f, 0.0f));
}

/// The inverse of an inertia, or 0 if it has none, or is below 0 about an axis by rounding.
[[nodiscard]] inline glm::mat3 inverseOf(const glm::mat3& inertia) {
    const glm::dmat3 precise(inertia);
    const bool isPositive =
        precise[0][0] > 0.0 && glm::determinant(glm::dmat2(precise)) > 0.0 && glm::determinant(precise) > 0.0;
    return isPositive ? glm::mat3(glm::inverse(precise)) : glm::mat3(0.0f);
}
[[nodiscard]] inline float inverseOf(float inertia) {
    return inertia > 0.0f ? 1.0f / inertia : 0.0f;
}

/// The rotation of a pose as a matrix, which turns many directions at little cost.
template <class T>
[[nodiscard]] glm::mat3 rotationMatrix(const BasicPose<T>& pose) {
    return glm::mat3_cast(glm::quat(pose.rotation));
}
template <class T>
[[nodiscard]] glm::mat2 rotationMatrix(const BasicPlanarPose<T>& pose) {
    const glm::vec2 x(pose.rotation);
    return {x, glm::vec2(-x.y, x.x)};
}

/// An inertia, or its inverse, in world axes.
template <class T>
[[nodiscard]] glm::mat3 inertiaInWorld(const BasicPose<T>& pose, const glm::mat3& inertia) {
    const glm::mat3 rotation = rotationMatrix(pose);
    return rotation * inertia * glm::transpose(rotation);
}
template <class T>
[[nodiscard]] float inertiaInWorld(const BasicPlanarPose<T>&, float inertia) {
    return inertia;
}

/// The constant spin that turns a body in a step of dt seconds nearly as it turns freely.
/// @param inverseInertia  in the shape's axes
/// @param roundAxis  unit, in the shape's axes: of a capsule, whose spin about it moves no point of the
/// surface; or 0
template <class T>
[[nodiscard]] glm::vec3 freeSpin(const BasicPose<T>& pose, const glm::mat3& inertia,
                                 const glm::mat3& inverseInertia, const glm::vec3& roundAxis,
                                 const glm::vec3& spin, float dt) {
    const glm::mat3 rotation = rotationMatrix(pose);
    const glm::vec3 w = spin * rotation;  // in the shape's axes
    if (roundAxis != glm::vec3(0.0f)) {
        // The axis of a body of revolution turns about the angular momentum.
        const float along = glm::dot(roundAxis, inertia * roundAxis),
                    across = 0.5f * (inertia[0][0] + inertia[1][1] + inertia[2][2] - along);
        const float share = across > 0.0f ? std::min(along / across, 1.0f) : 1.0f;
        return spin - rotation * roundAxis * (glm::dot(roundAxis, w) * (1.0f - share));
    }
    // The spin in the middle of the step.
    const glm::vec3 change = inverseInertia * glm::cross(inertia * w, w) * (0.5f * dt);
    const float size = glm::length(change), most = glm::length(w);
    return size > 0.0f ? spin + rotation * change * (std::min(size, most) / size) : spin;
}
template <class T>
[[nodiscard]] float freeSpin(const BasicPlanarPose<T>&, float, float, const glm::vec2&, float spin, float) {
    return spin;
}

template <class T>
[[nodiscard]] glm::vec3 directionInWorld(const BasicPose<T>& pose, const glm::vec3& direction) {
    return rotationMatrix(pose) * direction;
}
template <class T>
[[nodiscard]] glm::vec2 directionInWorld(const BasicPlanarPose<T>& pose, const glm::vec2& direction) {
    return rotationMatrix(pose) * direction;
}

/// A spin in the axes of a shape's frame, in world axes.
template <class T>
[[nodiscard]] glm::vec3 spinInWorld(const BasicPose<T>& pose, const glm::vec3& spin) {
    return directionInWorld(pose, spin);
}
template <class T>
[[nodiscard]] float spinInWorld(const BasicPlanarPose<T>&, float spin) {
    return spin;
}

/// Turns a pose about a point of the body, by a rotation in world axes, and moves it.
/// @param center  the point, in the shape's frame
template <class T>
[[nodiscard]] BasicPose<T> moved(const BasicPose<T>& pose, const glm::vec3& center, const glm::quat& by,
                                 const glm::vec3& translation) {
    const auto turned = glm::normalize(glm::qua<T>(by) * pose.rotation);
    // As a difference, so that a body at rest stays exactly where it is.
    const glm::vec<3, T> arm(center), swing = pose.rotation * arm - turned * arm;
    return {pose.position + (glm::vec<3, T>(translation) + swing), turned};
}
template <class T>
[[nodiscard]] BasicPlanarPose<T> moved(const BasicPlanarPose<T>& pose, const glm::vec2& center,
                                       const glm::vec2& by, const glm::vec2& translation) {
    const BasicPlanarPose<T> before{{}, pose.rotation}, turn{{}, glm::vec<2, T>(by)};
    const BasicPlanarPose<T> after{{}, glm::normalize(turn.transformDirection(pose.rotation))};
    const glm::vec<2, T> arm(center), swing = before.transformDirection(arm) - after.transformDirection(arm);
    return {pose.position + (glm::vec<2, T>(translation) + swing), after.rotation};
}

}  // namespace sat3d::SAT3D_ABI
