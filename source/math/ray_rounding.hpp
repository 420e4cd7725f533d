#pragma once

/// @file
/// How exactly rays are computed.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// The rounding of rays: of positions, as a fraction of the coordinates; of directions, as a sine. A point
/// that is not deeper inside than this only touches: where a ray grazes an edge or a corner, its crossings
/// with the two sides round differently.
inline constexpr double kRayRounding = 1e-14;

}  // namespace sat3d::SAT3D_ABI
