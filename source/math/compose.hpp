#pragma once

/// @file
/// Composition of transformations.

#include "math/pose_contract.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

namespace sat3d::SAT3D_ABI {

/// Composition of transformations: applies `inner` first.
[[nodiscard]] inline RigidTransform composed(const RigidTransform& outer,
                                             const RigidTransform& inner) noexcept {
    return {outer.rotation * inner.rotation, outer.rotation * inner.translation + outer.translation};
}

/// Relative transformation of frame b in frame a, both given in a common frame.
[[nodiscard]] inline RigidTransform relative(const RigidTransform& a, const RigidTransform& b) noexcept {
    const glm::dmat3 toA = glm::transpose(a.rotation);
    return {toA * b.rotation, toA * (b.translation - a.translation)};
}

/// Composition of poses, in double, with normalized rotations: applies `inner` first. A rotation of length 0
/// gives NaN, so that queries reject it. (glm::normalize() would make it the identity.)
template <class T>
[[nodiscard]] DPose composed(const BasicPose<T>& outer, const Pose& inner) noexcept {
    assertSound(outer);
    const auto normalized = [](const glm::dquat& q) { return q * (1.0 / glm::length(q)); };
    const glm::dquat rotation = normalized(glm::dquat(outer.rotation));
    return {glm::dvec3(outer.position) + rotation * glm::dvec3(inner.position),
            normalized(rotation * glm::dquat(inner.rotation))};
}

}  // namespace sat3d::SAT3D_ABI
