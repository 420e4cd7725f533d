#pragma once

/// @file
/// Results of functions that return a shape or an error.

#include <sat3d/core/result.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <concepts>
#include <string>
#include <utility>
#include <variant>

namespace sat3d::SAT3D_ABI {

/// Makes the error of a result.
[[nodiscard]] inline Unexpected<ShapeError> fail(ShapeError::Code code, std::string message) {
    return {{code, std::move(message)}};
}

/// Calls a function with the variant's alternative and returns its result as the variant.
/// @param call  Result<S, ShapeError>(const S&)
template <class Variant, class Call>
[[nodiscard]] Result<Variant, ShapeError> ofAlternative(const Variant& shape, const Call& call) {
    return std::visit(
        [&](const auto& alternative) -> Result<Variant, ShapeError> {
            auto result = call(alternative);
            if (!result) {
                return Unexpected{std::move(result).error()};
            }
            return Variant(*std::move(result));
        },
        shape);
}

/// Returns the variant, or the error in the numbers of its alternative. One without a validate() of its own
/// is always valid.
template <class Variant>
[[nodiscard]] Result<Variant, ShapeError> validAlternative(const Variant& shape) {
    return ofAlternative(shape, []<class S>(const S& alternative) -> Result<S, ShapeError> {
        if constexpr (requires {
                          { validate(alternative) } -> std::same_as<Result<S, ShapeError>>;
                      }) {
            return validate(alternative);
        } else {
            return alternative;
        }
    });
}

}  // namespace sat3d::SAT3D_ABI
