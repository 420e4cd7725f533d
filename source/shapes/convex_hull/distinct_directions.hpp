#pragma once

/// @file
/// Removal of parallel directions.

#include "core/arena.hpp"

#include <glm/ext/vector_double3.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Returns the distinct unit vectors in their order. Omits a vector that is parallel or opposite to an
/// earlier vector of the result (sine of the angle below 2e-7). Linear time.
/// @param arena  for all allocations, including the result
[[nodiscard]] ArenaVector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions,
                                                         Arena& arena);

}  // namespace sat3d::SAT3D_ABI
