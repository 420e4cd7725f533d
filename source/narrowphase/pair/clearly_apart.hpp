#pragma once

/// @file
/// When bounding spheres and gaps are clear of rounding.

#include "narrowphase/pair/contact_tolerances.hpp"

namespace sat3d::SAT3D_ABI {

/// Polytopes farther apart than this fraction of their size are also apart for the float kernels, in spite of
/// their rounding.
inline constexpr double kClearlyApart = 1e-5;

/// Whether the bounding spheres of two polytopes prove that they are clearly apart. Their distance is then
/// found without the kernels.
/// @param distance  of the centers
[[nodiscard]] constexpr bool areSpheresApart(double distance, double radiusA, double radiusB) noexcept {
    return distance - kTouchingCores * distance - radiusA - radiusB >
           kClearlyApart * (radiusA + radiusB + distance);
}

}  // namespace sat3d::SAT3D_ABI
