#pragma once

/// @file
/// Assertions of the preconditions of poses.

#include "math/unit_rotation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

/// Asserts that the rotation is unit and the position finite. Without this, queries would normalize the
/// rotation and answer NaN poses without any message.
template <class T>
void assertSound([[maybe_unused]] const BasicPose<T>& pose) {
    SAT3D_ASSERT(isUnit(pose.rotation), "a pose's rotation must have unit length");
    SAT3D_ASSERT(std::isfinite(pose.position.x + pose.position.y + pose.position.z),
                 "a pose's position must be finite");
}

}  // namespace sat3d::inline SAT3D_ABI
