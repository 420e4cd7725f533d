#pragma once

/// @file
/// Convex hull of points in the plane.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Computes the convex hull by Graham's scan. Returns the indices of its vertices, counter-clockwise,
/// starting at the lowest point (the leftmost one of several).
/// @code
/// for (std::uint32_t index : sat3d::grahamScan(points)) { draw(points[index]); }
/// @endcode
/// Every vertex is strictly convex: points on an edge are left out, and among equal points the lowest index
/// is kept. All decisions are exact, so nearly collinear points cannot make the hull concave. Points that all
/// coincide give one index, collinear points two, no points none.
/// @param points  finite (asserted)
/// @note  O(n log n). Source: R. L. Graham, "An Efficient Algorithm for Determining the Convex Hull of a
/// Finite Planar Set", 1972.
[[nodiscard]] SAT3D_API std::vector<std::uint32_t> grahamScan(std::span<const glm::dvec2> points);

/// Writes the hull into `hull`, whose memory is reused: for callers that compute many hulls.
SAT3D_API void grahamScan(std::span<const glm::dvec2> points, std::vector<std::uint32_t>& hull);

}  // namespace sat3d::SAT3D_ABI
