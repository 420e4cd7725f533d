#pragma once

/// @file
/// What callers promise of poses, asserted.

#include "math/unit_rotation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

/// Queries renormalise rotations, and answer nothing where a number is none: nobody else would tell.
template <class T>
void assertSound([[maybe_unused]] const BasicPose<T>& pose) {
    SAT3D_ASSERT(isUnit(pose.rotation), "a pose's rotation must have unit length");
    SAT3D_ASSERT(std::isfinite(pose.position.x + pose.position.y + pose.position.z),
                 "a pose's position must be finite");
}

}  // namespace sat3d::inline SAT3D_ABI
