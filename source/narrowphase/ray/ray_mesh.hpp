#pragma once

/// @file
/// Rays and surfaces of triangles.

#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI {

/// Where a line first crosses a mesh or a height field, and where it leaves a solid mesh again.
/// @param surface  a TriangleMesh or a HeightField
/// @param length   of the ray: what is farther is no entry
[[nodiscard]] std::optional<Span> throughSurface(detail::ShapeRef surface, const Line& line,
                                                 double length) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
