#pragma once

/// @file
/// Variant of all shapes.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/convex_shape.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/matrix_float3x3.hpp>

#include <concepts>
#include <variant>

namespace sat3d::inline SAT3D_ABI {

/// Any shape. Every verb takes it on either side.
using Shape = std::variant<Sphere, Capsule, Box, ConvexHull, HalfSpace, Compound, TriangleMesh, HeightField>;

/// Concept of all shape types, including the variants Shape and ConvexShape.
template <class S>
concept AnyShape = Convex<S> || std::same_as<S, HalfSpace> || std::same_as<S, Compound> ||
    std::same_as<S, TriangleMesh> || std::same_as<S, HeightField> || std::same_as<S, Shape>;

/// Returns the shape itself, or the error in its numbers. Hulls, compounds, meshes and height fields were
/// checked when they were made.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> validate(const Shape& shape);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Shape& shape, const RigidTransform& toFrame) noexcept;
/// Returns the world-space axis-aligned bounding box of a shape of any type.
/// @code
/// const Aabb box = bounds(hull, pose);
/// @endcode
/// @param pose  finite, with a unit rotation (asserted)
template <AnyShape S, class T>
[[nodiscard]] Aabb bounds(const S& shape, const BasicPose<T>& pose) noexcept {
    return bounds(shape, localToWorld(pose));
}

/// Applies a linear map: scale, mirror, shear, rotation. If the shape cannot take it, the error says what to
/// use instead.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> transformed(const Shape& shape, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
