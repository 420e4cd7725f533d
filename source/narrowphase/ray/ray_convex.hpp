#pragma once

/// @file
/// Intersection of a ray with a convex shape or a half-space, and with a child of a Compound.

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/ray/ray_interval.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Cuts the interval of a line inside a hull to the ray. Returns nothing for a miss, for a ray that only
/// touches the hull, and for NaN.
[[nodiscard]] std::optional<RayInterval> cutToRay(const ConvexHull& hull, const RayInterval& interval,
                                                  const Line& line, double length) noexcept;

/// Returns the interval of a ray inside a convex shape or a half-space.
/// @param length  of the ray: the entry must be closer
[[nodiscard]] std::optional<RayInterval> throughConvex(const ShapeRef& shape, const Line& line,
                                                       double length) noexcept;

/// The same for a child of a Compound, with its number.
/// @param child  its pose is in the compound's frame
/// @param line   in the compound's frame
[[nodiscard]] std::optional<RayInterval> throughChild(const ChildShape& child, const Line& line,
                                                      double length) noexcept;

}  // namespace sat3d::SAT3D_ABI
