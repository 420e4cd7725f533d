#pragma once

/// @file
/// The contract of poses, and the test with which queries reject broken poses when assertions are off.

#include "math/is_finite.hpp"
#include "math/unit_rotation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/pose.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Asserts that the rotation has unit length and the position is finite. Without this check, queries would
/// normalize the rotation and accept NaN poses without any message.
/// @tparam Pose  of space or of the plane
template <class Pose>
void assertSound([[maybe_unused]] const Pose& pose) {
    SAT3D_ASSERT(isUnit(pose.rotation), "a pose's rotation must have unit length");
    SAT3D_ASSERT(isFinite(pose.position), "a pose's position must be finite");
}

/// Calls assertSound() and returns whether a query can use the pose. A query finds nothing for a pose with a
/// NaN, an infinity or a rotation of length 0.
template <class T>
[[nodiscard]] bool isUsable(const BasicPose<T>& pose) {
    assertSound(pose);
    const auto& [position, rotation] = pose;
    const T squared =
        rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z + rotation.w * rotation.w;
    const T sum = position.x + position.y + position.z;
    return squared > T(0) && std::isfinite(sum + squared);
}

}  // namespace sat3d::SAT3D_ABI
