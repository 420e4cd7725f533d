#pragma once

/// @file
/// Removal of parallel directions.

#include "core/arena.hpp"

#include <glm/ext/vector_double3.hpp>

#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Returns the unit vectors that are neither parallel nor opposite to an earlier one that was kept (sine of
/// the angle at least 2e-7), in their order. Linear time.
/// @param arena  for all allocations, including the result
[[nodiscard]] ArenaVector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions,
                                                         Arena& arena);

}  // namespace sat3d::inline SAT3D_ABI
