#pragma once

/// @file
/// Intersection of a ray with a surface.

#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Returns the first intersection with a surface as the entry, and the exit from a watertight mesh.
/// @param surface  a TriangleMesh or a HeightField
/// @param length   of the ray: the entry must be closer
[[nodiscard]] std::optional<RayInterval> throughMesh(ShapeRef surface, const Line& line,
                                                     double length) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
