#pragma once

/// @file
/// Directions without parallel ones.

#include "core/arena.hpp"

#include <glm/ext/vector_double3.hpp>

#include <span>

namespace sat3d::inline SAT3D_ABI {

/// The unit vectors that are neither parallel nor opposite to an earlier one kept (sine of the angle 2e-7 or
/// more), in their order. Time grows linearly with their number.
/// @param arena  for what it needs, the result included
[[nodiscard]] ArenaVector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions,
                                                         Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
