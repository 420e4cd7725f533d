#pragma once

/// @file
/// Mass properties of a hull.

#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/mass_properties.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Of the faces as fans of triangles.
[[nodiscard]] MassProperties massProperties(const HullView& hull);

}  // namespace sat3d::inline SAT3D_ABI
