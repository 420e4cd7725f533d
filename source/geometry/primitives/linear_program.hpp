#pragma once

/// @file
/// The lowest point in common of half-spaces.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>

#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// The point of smallest dot(cost, x) that lies above every plane (distance 0 or more) and within a cube of
/// half the given side around the origin; nothing where there is none. Expected linear time; planes that are
/// parallel to about 1e-7 count as parallel, and points may lie up to 1e-9 of the reach below a plane.
/// Source: R. Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991.
[[nodiscard]] std::optional<glm::dvec3> lowestPointAbove(std::span<const Plane> planes,
                                                         const glm::dvec3& cost, double reach);

}  // namespace sat3d::inline SAT3D_ABI
