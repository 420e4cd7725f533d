#pragma once

/// @file
/// Separating axis tests of boxes.

#include "narrowphase/sat/convex_sat.hpp"

#include <glm/ext/vector_double3.hpp>

namespace sat3d::SAT3D_ABI {

/// Computes convexSat() for two boxes: 3 face axes of each box and 9 edge pairs. Source: Gottschalk, Lin,
/// Manocha, "OBBTree", 1996.
/// @param limit  the search ends at an axis with a larger separation, even if it is not the best
[[nodiscard]] SeparatingAxis boxSat(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept;

/// Computes convexSat() for a box and a triangle: 3 face axes of the box, the triangle's normal and 9 edge
/// pairs. Source: T. Akenine-Moller, "Fast 3D Triangle-Box Overlap Testing", 2001.
/// @param limit  the search ends at an axis with a larger separation, even if it is not the best
[[nodiscard]] SeparatingAxis boxTriangleSat(const ConvexProxy& box, const ConvexProxy& triangle,
                                            double limit) noexcept;

/// Half the width of a box along a unit direction.
[[nodiscard]] double halfWidth(const ConvexProxy& box, const glm::dvec3& direction) noexcept;

}  // namespace sat3d::SAT3D_ABI
