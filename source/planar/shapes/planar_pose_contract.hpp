#pragma once

/// @file
/// The contract of poses and motions in the plane, as pose_contract.hpp and motion_contract.hpp have it for
/// space.

#include "math/is_finite.hpp"
#include "math/pose_contract.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>
#include <hwy/base.h>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline bool isFinite(const PlanarMotion& motion) noexcept {
    return isFinite(motion.translation) && isFinite(motion.angle) && isFinite(motion.localCenter);
}

/// Calls assertSound() and returns whether a query can use the pose. A query finds nothing for a pose with a
/// NaN, an infinity or a rotation of length 0.
template <class T>
[[nodiscard]] bool isUsable(const BasicPlanarPose<T>& pose) {
    assertSound(pose);
    const auto& [position, rotation] = pose;
    const T squared = rotation.x * rotation.x + rotation.y * rotation.y;
    return squared > T(0) && isFinite(position) && isFinite(squared);
}

/// localToWorld() without its assertions, inline: for a pose that isUsable().
template <class T>
[[nodiscard]] HWY_INLINE PlanarTransform transformOf(const BasicPlanarPose<T>& pose) noexcept {
    return {glm::dvec2(pose.position), unitRotation(glm::dvec2(pose.rotation))};
}

}  // namespace sat3d::SAT3D_ABI
