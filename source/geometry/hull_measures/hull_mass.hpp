#pragma once

/// @file
/// Mass properties of hulls.

#include "geometry/hull_measures/hull_view.hpp"

#include <sat3d/geometry/mass_properties.hpp>

namespace sat3d::SAT3D_ABI {

/// Mass properties of a hull. Its faces count as triangle fans.
[[nodiscard]] SAT3D_API MassProperties massProperties(const HullView& hull);

}  // namespace sat3d::SAT3D_ABI
