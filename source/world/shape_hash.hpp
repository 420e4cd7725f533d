#pragma once

#include <sat3d/core/config.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/shape.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Hash of a shape's type, size and counts, by which a snapshot recognizes it. Without the poses of a
/// Compound's children, which the snapshot contains. O(1) for hulls, O(vertices) for meshes and
/// polygons, O(cells) for a height field.
[[nodiscard]] std::uint64_t hashOfShape(const Shape& shape);
[[nodiscard]] std::uint64_t hashOfShape(const PlanarShape& shape);

}  // namespace sat3d::inline SAT3D_ABI
