#pragma once

/// @file
/// Time of impact of two shapes that translate and rotate.

#include "narrowphase/sweep/moving_pair.hpp"

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Returns the time of impact of two convex shapes; B may be a half-space. Returns nothing if they pass, or
/// overlap by no more than the tolerance. At the fraction of a hit they are at most the tolerance apart.
/// @param start      separation before the motion, not negative, with its normal
/// @param tolerance  meters
/// @param limit      a fraction: a pair that is free up to it is a miss
/// @return the hit with touching points
/// Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996.
[[nodiscard]] std::optional<AdvancementHit> conservativeAdvancement(const MovingShape& a,
                                                                    const MovingShape& b,
                                                                    const Separation& start, double tolerance,
                                                                    double limit) noexcept;

}  // namespace sat3d::SAT3D_ABI
