#pragma once

/// @file
/// The separating axis test of convex loops.

#include <sat3d/planar/sat.hpp>

#include <glm/ext/vector_double2.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// planarSeparation() of two loops.
/// @param a, b  counter-clockwise and strictly convex, as grahamScan() gives them, at least two vertices each
/// (asserted); two make a segment with two opposite edges
[[nodiscard]] PlanarSeparation separationOfLoops(std::span<const glm::dvec2> a,
                                                 std::span<const glm::dvec2> b) noexcept;

/// The same by brute force: it scans all vertices for the supports of each edge normal, O(n (n + m)). The
/// result equals that of rotating calipers bit for bit.
[[nodiscard]] PlanarSeparation separationByBruteForce(std::span<const glm::dvec2> a,
                                                      std::span<const glm::dvec2> b) noexcept;

/// The same by rotating calipers: it visits the edge normals in angular order, as edges of the Minkowski
/// difference, so the supporting vertices only advance: O(n + m).
[[nodiscard]] PlanarSeparation separationByRotatingCalipers(std::span<const glm::dvec2> a,
                                                            std::span<const glm::dvec2> b) noexcept;

}  // namespace sat3d::SAT3D_ABI
