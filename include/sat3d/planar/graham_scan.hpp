#pragma once

/// @file
/// Convex hull of points in the plane.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Indices of the corners of the convex hull, counter-clockwise, from the lowest (then leftmost) point on.
/// Every corner is strictly convex: of equal points the lowest index is kept, points on an edge are left out.
/// All decisions are exact, so near-ties cannot fold the hull. Points that all coincide give one index,
/// points on one line two, no points none.
/// @param points  finite (asserted).
/// @note  O(n log n). Source: R. L. Graham, "An Efficient Algorithm for Determining the Convex Hull of a
/// Finite Planar Set", 1972.
[[nodiscard]] SAT3D_API std::vector<std::uint32_t> grahamScan(std::span<const glm::dvec2> points);

/// The same without allocation of its own once `corners` is large enough: for callers that scan many sets.
SAT3D_API void grahamScan(std::span<const glm::dvec2> points, std::vector<std::uint32_t>& corners);

}  // namespace sat3d::inline SAT3D_ABI
