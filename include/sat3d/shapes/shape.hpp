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

/// Returns a box that contains bounds(shape, pose), for a broad phase that needs one for every object in
/// every frame. For a hull: O(1), a third of the time of bounds() for few vertices. It is the hull's box in
/// its own frame, rotated, cut to the box of the bounding sphere. So it is tight for hulls that are boxes
/// along their axes, and nearly tight for round ones. At worst it is the box of the sphere: sides of an
/// octahedron get longer by a factor of up to 1.73, those of a needle oblique to its frame by any factor.
/// Rounding adds up to 3e-5 of the largest distance of a vertex from the hull's origin, and 5e-7 of the
/// position's coordinates. For all other shapes: bounds(shape, pose).
/// @param pose  finite, with a unit rotation (asserted)
template <AnyShape S, class T>
[[nodiscard]] Aabb conservativeBounds(const S& shape, const BasicPose<T>& pose) noexcept {
    if constexpr (std::same_as<S, ConvexHull> && std::same_as<T, float>) {
        // The pose is not copied: a copy member by member would stall on store forwarding.
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

/// Applies a linear map: scale, mirror, shear, rotation. If the shape cannot take it, the error says what to
/// use instead.
[[nodiscard]] SAT3D_API Result<Shape, ShapeError> transformed(const Shape& shape, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
