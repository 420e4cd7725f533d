#pragma once

/// @file
/// Volumes of convex hulls, where the hulls themselves are of no interest.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Cubic metres; 0 where the points make no hull.
[[nodiscard]] double convexVolume(std::span<const glm::vec3> points);

}  // namespace sat3d::inline SAT3D_ABI
