#pragma once

/// @file
/// Linear programs with three variables.

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>

#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Solves a linear program: returns the point x with the smallest dot(cost, x) that lies on or above every
/// plane and in the cube |coordinate| <= reach. Returns nothing if the program is infeasible. Planes count as
/// parallel if the sine of their angle is below about 1e-7. The point may lie below a plane by up to 1e-9 of
/// `reach`. Expected linear time. Source: R. Seidel, "Small-dimensional linear programming and convex hulls
/// made easy", 1991.
[[nodiscard]] std::optional<glm::dvec3> lowestPointAbove(std::span<const Plane> planes,
                                                         const glm::dvec3& cost, double reach);

}  // namespace sat3d::SAT3D_ABI
