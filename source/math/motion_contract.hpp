#pragma once

/// @file
/// The contract of rigid motions whose whole course is searched.

#include "math/is_finite.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/rigid_motion.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

/// The largest angle of a motion, radians. The cost of a search grows with it.
inline constexpr double kMaxRadians = 100.0;

[[nodiscard]] inline bool isFinite(const RigidMotion& motion) noexcept {
    return isFinite(motion.translation) && isFinite(motion.rotationVector) && isFinite(motion.localCenter);
}

/// Returns what is wrong with a motion, or nullptr.
[[nodiscard]] inline const char* faultOfMotion(const RigidMotion& motion) noexcept {
    if (!isFinite(motion)) {
        return "holds a NaN or an infinity";
    }
    const bool isShort = glm::length(glm::dvec3(motion.rotationVector)) <= kMaxRadians;
    return isShort ? nullptr : "rotates by more than 100 radians";
}

}  // namespace sat3d::SAT3D_ABI
