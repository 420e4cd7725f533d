#pragma once

/// @file
/// The check of the numbers that a shape is made of.

#include "core/format_numbers.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "math/is_finite.hpp"
#include "math/largest_magnitude.hpp"

#include <sat3d/shapes/shape_error.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI {

/// Returns NotFinite or TooLarge, if a number is.
/// @param holder  for the message: "box"
/// @param parts   numbers, vectors, rotations
template <class... Parts>
[[nodiscard]] std::optional<ShapeError> faultOfNumbers(const std::string& holder, const Parts&... parts) {
    if (!(isFinite(parts) && ...)) {
        return ShapeError{ShapeError::Code::NotFinite, "the " + holder + " holds a NaN or an infinity"};
    }
    const double largest = std::max({largestMagnitude(parts)...});
    if (largest > double(kLargestCoordinate)) {
        return ShapeError{ShapeError::Code::TooLarge, "the " + holder + " holds the number " +
                                                          formatNumber(largest) + ": give at most 1e15 m"};
    }
    return std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
