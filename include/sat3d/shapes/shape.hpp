#pragma once

/// @file
/// Variant of all shapes.

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

namespace sat3d::SAT3D_ABI {

/// Variant of all shapes. Every query takes it as its first and as its second shape.
using Shape = std::variant<Sphere, Capsule, Box, ConvexHull, HalfSpace, Compound, TriangleMesh, HeightField>;

/// Concept of all shape types, including the variants Shape and ConvexShape.
template <class S>
concept AnyShape = Convex<S> || std::same_as<S, HalfSpace> || std::same_as<S, Compound> ||
    std::same_as<S, TriangleMesh> || std::same_as<S, HeightField> || std::same_as<S, Shape>;

/// Returns the shape, or the error in its numbers. Hulls, compounds, meshes and height fields are always
/// valid.
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

/// Returns a box that contains bounds(shape, pose), for a broad phase that needs a box for every object in
/// every frame. Cost for a hull: O(1), a third of the time of bounds() for few vertices. The box of a hull is
/// the intersection of two boxes: the rotated bounding box in the hull's frame, and the box of the bounding
/// sphere. It is tight for hulls that are boxes along their axes, and nearly tight for round hulls. At worst
/// it is the box of the sphere. Then the sides of an octahedron are longer by a factor of up to 1.73, and
/// those of a needle oblique to its frame by any factor. Rounding adds up to 3e-5 of the largest distance of
/// a vertex from the hull's origin, and 5e-7 of the coordinates of the position. For all other shapes, the
/// result is bounds(shape, pose).
/// @param pose  finite, with a unit rotation (asserted)
template <AnyShape S, class T>
[[nodiscard]] Aabb conservativeBounds(const S& shape, const BasicPose<T>& pose) noexcept {
    if constexpr (std::same_as<S, ConvexHull> && std::same_as<T, float>) {
        // The pose is passed on, not copied: the copy would take longer than the bounds.
        return detail::conservativeBoundsOf(shape, pose);
    } else if constexpr (std::same_as<S, ConvexHull>) {
        return detail::conservativeBoundsOf(shape, {glm::vec3(pose.position), glm::quat(pose.rotation)});
    } else if constexpr (std::same_as<S, ConvexShape> || std::same_as<S, Shape>) {
        return std::visit([&](const auto& alternative) { return conservativeBounds(alternative, pose); },
                          shape);
    } else {
        return bounds(shape, pose);
    }
}

/// Applies a linear map: scale, mirror, shear, rotation. If the type of the shape does not allow the map, the
/// error message names an alternative.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> transformed(const Shape& shape, const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
