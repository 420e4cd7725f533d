#pragma once

/// @file
/// Which gap counts as touching in a sweep of rotating shapes: the same for space and for the plane.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Returns the gap in meters: a fraction of the bounding radius of the smaller shape. A gap that follows the
/// larger shape could be wider than the smaller one, which would then pass through. A point has no size, so
/// with it the gap is a fraction of the mean of both radii.
/// @param tolerance         the fraction
/// @param radiusA, radiusB  infinite for a shape without a size of its own
/// @param reach             how far they may be in the motion from each other and from centers that they turn
/// about, meters: two shapes without any size touch within its rounding
[[nodiscard]] inline double touchingGap(double tolerance, double radiusA, double radiusB,
                                        double reach) noexcept {
    constexpr double kNegligible = 1e-12;
    const double smaller = std::min(radiusA, radiusB), mean = 0.5 * (radiusA + radiusB);
    const double size = smaller > 0.0 || !std::isfinite(mean) ? smaller : mean;
    return std::max(tolerance * size, kNegligible * reach);
}

}  // namespace sat3d::SAT3D_ABI
