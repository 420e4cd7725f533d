#pragma once

#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/shape.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Hash of a shape's type, numbers, tags and user data, by which a snapshot recognizes it. Without the poses
/// of a Compound's children, which the snapshot contains. O(faces) for hulls, O(triangles) for meshes,
/// O(cells) for a height field.
[[nodiscard]] std::uint64_t hashOfShape(const Shape& shape);
[[nodiscard]] std::uint64_t hashOfShape(const PlanarShape& shape);

}  // namespace sat3d::SAT3D_ABI
