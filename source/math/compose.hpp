#pragma once

/// @file
/// Frames in each other.

#include "math/pose_contract.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The inner one first.
[[nodiscard]] inline RigidTransform composed(const RigidTransform& outer,
                                             const RigidTransform& inner) noexcept {
    return {outer.rotation * inner.rotation, outer.rotation * inner.translation + outer.translation};
}

/// B in A, of two frames in a third.
[[nodiscard]] inline RigidTransform relative(const RigidTransform& a, const RigidTransform& b) noexcept {
    const glm::dmat3 toA = glm::transpose(a.rotation);
    return {toA * b.rotation, toA * (b.translation - a.translation)};
}

/// composed() of poses, in double and renormalised.
template <class T>
[[nodiscard]] DPose composed(const BasicPose<T>& outer, const Pose& inner) noexcept {
    assertSound(outer);
    const glm::dquat turn = glm::normalize(glm::dquat(outer.rotation));
    return {glm::dvec3(outer.position) + turn * glm::dvec3(inner.position),
            glm::normalize(turn * glm::dquat(inner.rotation))};
}

}  // namespace sat3d::inline SAT3D_ABI
