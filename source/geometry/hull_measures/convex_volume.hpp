#pragma once

/// @file
/// Volume of the convex hull of points.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Volume of the convex hull in cubic meters. Returns 0 if the points have no hull.
[[nodiscard]] double convexVolume(std::span<const glm::vec3> points);

}  // namespace sat3d::SAT3D_ABI
