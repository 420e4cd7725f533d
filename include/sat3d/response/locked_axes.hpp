#pragma once

/// @file
/// Axes along which a body does not move, and about which it does not turn.

#include <sat3d/math/dimension.hpp>

namespace sat3d::SAT3D_ABI {

/// Axes of the world that are locked for a body: along them it does not move, about them it does not turn.
template <class Dimension>
struct BasicLockedAxes;
template <>
struct BasicLockedAxes<Dimension3> {
    bool moveX = false, moveY = false, moveZ = false, turnX = false, turnY = false, turnZ = false;

    [[nodiscard]] constexpr bool isAny() const noexcept {
        return (moveX | moveY | moveZ | turnX | turnY | turnZ) != 0;
    }
    friend bool operator==(const BasicLockedAxes&, const BasicLockedAxes&) = default;
};
template <>
struct BasicLockedAxes<Dimension2> {
    bool moveX = false, moveY = false, turn = false;

    [[nodiscard]] constexpr bool isAny() const noexcept { return (moveX | moveY | turn) != 0; }
    friend bool operator==(const BasicLockedAxes&, const BasicLockedAxes&) = default;
};
using LockedAxes = BasicLockedAxes<Dimension3>;
using PlanarLockedAxes = BasicLockedAxes<Dimension2>;

}  // namespace sat3d::SAT3D_ABI
