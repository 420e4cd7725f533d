#pragma once

/// @file
/// The checks of the numbers that shapes are made of, in space and in the plane.

#include "core/format_numbers.hpp"
#include "core/readable_text.hpp"
#include "geometry/primitives/invalid_indices.hpp"
#include "math/is_finite.hpp"
#include "math/largest_magnitude.hpp"
#include "math/unit_rotation.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/core/result.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

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

/// Returns NotNormalized, unless a rotation or a normal isUnit().
/// @param name  for the message: "box's rotation"
template <class Unit>
[[nodiscard]] std::optional<ShapeError> faultOfLength(const std::string& name, const Unit& unit) {
    if (isUnit(unit)) {
        return std::nullopt;
    }
    return ShapeError{ShapeError::Code::NotNormalized,
                      "the " + name + " does not have unit length: normalize it"};
}

/// Returns a shape with a radius, or the error in its numbers.
/// @param points  of which it is made, besides the radius
template <class S, class... Points>
[[nodiscard]] Result<S, ShapeError> validRound(const std::string& name, const S& shape,
                                               const Points&... points) {
    if (auto fault = faultOfNumbers(name, points..., shape.radius)) {
        return Unexpected{*std::move(fault)};
    }
    if (shape.radius < 0.0f) {
        return fail(ShapeError::Code::Negative,
                    "the " + name + "'s radius is " + formatNumber(shape.radius) + ": give 0 or more");
    }
    return shape;
}

/// Returns a box, or the error in its numbers.
template <class S>
[[nodiscard]] Result<S, ShapeError> validBox(const S& box) {
    auto fault = faultOfNumbers("box", box.center, box.halfExtents, box.rotation);
    for (int axis = 0; !fault && axis < box.halfExtents.length(); ++axis) {
        if (box.halfExtents[axis] < 0.0f) {
            return fail(ShapeError::Code::Negative, "a half extent of the box is negative: give 0 or more");
        }
    }
    if (fault || (fault = faultOfLength("box's rotation", box.rotation))) {
        return Unexpected{*std::move(fault)};
    }
    return box;
}

/// Returns a half-space or a half-plane, or the error in its numbers.
template <class S>
[[nodiscard]] Result<S, ShapeError> validHalf(const std::string& name, const S& half) {
    auto fault = faultOfNumbers(name, half.normal, half.offset);
    if (fault || (fault = faultOfLength(name + "'s normal", half.normal))) {
        return Unexpected{*std::move(fault)};
    }
    return half;
}

/// Names a child in an error.
template <class Child>
[[nodiscard]] ShapeError inChild(std::size_t number, const Child& child, ShapeError error) {
    std::string name = std::to_string(number);
    if constexpr (requires { child.name; }) {
        name += child.name.empty() ? "" : " " + quotedName(child.name);
    }
    error.message = "child " + name + ": " + error.message;
    return error;
}

/// Returns what is wrong with the children of a compound.
template <class Children>
[[nodiscard]] std::optional<ShapeError> faultOfChildren(const Children& children) {
    if (children.empty()) {
        return ShapeError{ShapeError::Code::Empty, "a compound needs at least one child"};
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
        const auto& [position, rotation] = children[i].pose;
        auto shape = validAlternative(children[i].shape);
        auto fault = shape ? faultOfNumbers("pose", position, rotation) : std::move(shape).error();
        if (fault || (fault = faultOfLength("pose's rotation", rotation))) {
            return inChild(i, children[i], *std::move(fault));
        }
    }
    return std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
