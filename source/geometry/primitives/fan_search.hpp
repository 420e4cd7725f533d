#pragma once

/// @file
/// Binary search in a convex polygon.

#include <sat3d/core/config.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Returns the triangle of a convex polygon below a point, of the fan around its first corner: i, for the
/// corners 0, i and i + 1. For a point beside the polygon, a triangle that faces it.
/// @param last      the last corner, at least 2
/// @param isLeftOf  (std::size_t corner): whether the point lies left of the line from corner 0 to this one
/// @note O(log n). Source: Preparata, Shamos, "Computational Geometry", 1985, 2.2.1
template <class IsLeftOf>
[[nodiscard]] std::size_t fanTriangleBelow(std::size_t last, const IsLeftOf& isLeftOf) {
    std::size_t i = 1, end = last;
    while (i + 1 < end) {
        const std::size_t middle = (i + end) / 2;
        (isLeftOf(middle) ? i : end) = middle;
    }
    return i;
}

}  // namespace sat3d::SAT3D_ABI
