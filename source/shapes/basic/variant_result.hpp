#pragma once

/// @file
/// Functions that give a shape or an error, for variants of shapes.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <utility>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

/// Asks the alternative that a variant holds, and puts the answer back into the variant.
/// @param ask  Result<S, ShapeError>(const S&)
template <class Variant, class Ask>
[[nodiscard]] Result<Variant, ShapeError> ofAlternative(const Variant& shape, const Ask& ask) {
    return std::visit(
        [&](const auto& alternative) -> Result<Variant, ShapeError> {
            auto result = ask(alternative);
            if (!result) {
                return Unexpected{std::move(result).error()};
            }
            return Variant(*std::move(result));
        },
        shape);
}

}  // namespace sat3d::inline SAT3D_ABI
