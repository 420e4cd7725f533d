#pragma once

/// @file
/// The contract of the options of sweeps.

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/math/sweep_options.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

inline void assertSound([[maybe_unused]] const SweepOptions& options) {
    SAT3D_ASSERT(options.tolerance >= 1e-6f && options.tolerance <= 1.0f,
                 "the tolerance of a sweep is a fraction of size, 1e-6 .. 1");
    SAT3D_ASSERT(options.skin >= 0.0f && std::isfinite(options.skin),
                 "the skin of a sweep is finite and not negative, in meters");
}

}  // namespace sat3d::SAT3D_ABI
