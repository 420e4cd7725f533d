#pragma once

/// @file
/// Directions without parallel ones.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// The unit vectors that are neither parallel nor opposite to an earlier one kept (sine of the angle 2e-7 or
/// more), in their order. Time grows linearly with their number.
[[nodiscard]] std::vector<glm::dvec3> distinctDirections(std::span<const glm::dvec3> directions);

}  // namespace sat3d::inline SAT3D_ABI
