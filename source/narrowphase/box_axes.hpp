#pragma once

/// @file
/// Separating axes of two boxes.

#include "narrowphase/core_sat.hpp"

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// coreSat of two boxes: three faces of each, and nine pairs of edges (S. Gottschalk, M. C. Lin, D. Manocha:
/// OBBTree, 1996).
/// @param limit  an axis that shows a greater separation ends the search, whether it is the best or not
[[nodiscard]] CoreAxis boxAxes(const CoreShape& a, const CoreShape& b, double limit) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
