#pragma once

/// @file
/// Rounding from double to float in one direction.

#include <sat3d/core/config.hpp>

#include <bit>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Returns the largest float that is not above the value.
///
/// It has no branches, because rounding goes up for half of the values: mispredicted branches took most of
/// the time of bounds().
[[nodiscard]] inline float roundedDown(double value) noexcept {
    const auto nearest = static_cast<float>(value);
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    // The bits of the next lower float are less by 1, or greater by 1 for negative floats. A value that is
    // rounded up to zero gives -0.
    const std::uint32_t isTooHigh = static_cast<double>(nearest) > value ? 1 : 0;
    const std::uint32_t isNegative = bits >> 31;
    return std::bit_cast<float>(bits - isTooHigh + 2 * (isTooHigh & isNegative));
}

/// Returns the smallest float that is not below the value.
[[nodiscard]] inline float roundedUp(double value) noexcept {
    return -roundedDown(-value);
}

}  // namespace sat3d::SAT3D_ABI
