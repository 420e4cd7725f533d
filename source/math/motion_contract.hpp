#pragma once

/// @file
/// The contract of rigid motions whose whole course is searched, and of the options of sweeps.

#include "math/is_finite.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/math/sweep_options.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>

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

inline void assertSound([[maybe_unused]] const SweepOptions& options) {
    SAT3D_ASSERT(options.tolerance >= 1e-6f && options.tolerance <= 1.0f,
                 "the tolerance of a sweep is a fraction of size, 1e-6 .. 1");
    SAT3D_ASSERT(options.skin >= 0.0f && std::isfinite(options.skin),
                 "the skin of a sweep is finite and not negative, in meters");
}

}  // namespace sat3d::SAT3D_ABI
