#pragma once

/// @file
/// Any shape.

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

/// Any shape. Two of these may have no answer (two half-spaces, two surfaces), so verbs take a Shape on one
/// side only and something solid on the other.
using Shape = std::variant<Sphere, Capsule, Box, ConvexHull, HalfSpace, Compound, TriangleMesh, HeightField>;

/// What a verb may take against something convex or a Compound.
template <class S>
concept AnyShape = Convex<S> || std::same_as<S, HalfSpace> || std::same_as<S, Compound> ||
    std::same_as<S, TriangleMesh> || std::same_as<S, HeightField> || std::same_as<S, Shape>;

/// The shape itself, or what is wrong with its numbers. Hulls, compounds, meshes and height fields were
/// checked when they were made.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> validated(const Shape& shape);

/// The smallest box along the axes of the frame that `toFrame` leads to, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Shape& shape, const RigidTransform& toFrame) noexcept;
/// The same in the world, of any shape. @param pose  finite, with a unit rotation (asserted)
template <AnyShape S, class T>
[[nodiscard]] Aabb bounds(const S& shape, const BasicPose<T>& pose) noexcept {
    return bounds(shape, localToWorld(pose));
}

/// Scale, mirror, shear and rotation baked in, as far as the shape can take them: else an error that says
/// what to use instead.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> transformed(const Shape& shape, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
