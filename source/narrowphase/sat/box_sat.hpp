#pragma once

/// @file
/// Separating axes of boxes.

#include "narrowphase/sat/convex_sat.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// coreSat of two boxes: three faces of each, and nine pairs of edges (S. Gottschalk, M. C. Lin, D. Manocha:
/// OBBTree, 1996).
/// @param limit  an axis that shows a greater separation ends the search, whether it is the best or not
[[nodiscard]] CoreAxis boxAxes(const CoreShape& a, const CoreShape& b, double limit) noexcept;

/// coreSat of a point or a segment and a box.
[[nodiscard]] CoreAxis segmentAxes(const CoreShape& segment, const CoreShape& box) noexcept;

/// Half the width of a box along a unit direction.
[[nodiscard]] double halfWidth(const CoreShape& box, const glm::dvec3& direction) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
