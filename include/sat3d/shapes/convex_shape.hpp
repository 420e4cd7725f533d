#pragma once

/// @file
/// Variant of the convex shapes, and the functions that each of them has.

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <concepts>
#include <variant>

namespace sat3d::SAT3D_ABI {

/// Variant of the convex shapes. Every query takes the variant directly. Members of one type need
/// std::get_if:
/// @code
/// if (const auto* hull = std::get_if<ConvexHull>(&body.shape)) {  // nullptr if it is another shape
///     vertices = hull->vertices();
/// }
/// @endcode
using ConvexShape = std::variant<Sphere, Capsule, Box, ConvexHull>;

/// Concept of the convex shape types, including the variant ConvexShape.
template <class S>
concept Convex = std::same_as<S, Sphere> || std::same_as<S, Capsule> || std::same_as<S, Box> ||
    std::same_as<S, ConvexHull> || std::same_as<S, ConvexShape>;

/// Returns the shape, or the error in its numbers. A hull is always valid.
[[nodiscard]] SAT3D_API Result<ConvexShape, ShapeError> validate(const ConvexShape& shape);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward. O(vertices) for a
/// hull.
[[nodiscard]] SAT3D_API Aabb bounds(const ConvexHull& hull, const RigidTransform& toFrame) noexcept;
[[nodiscard]] SAT3D_API Aabb bounds(const ConvexShape& shape, const RigidTransform& toFrame) noexcept;

namespace detail {
[[nodiscard]] SAT3D_API Aabb conservativeBoundsOf(const ConvexHull& hull, const Pose& pose) noexcept;
}

/// Returns the support point: the point farthest along the direction. The support point of a hull is a
/// vertex; on ties, the vertex with the lowest number.
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const ConvexHull& hull, const glm::vec3& direction) noexcept;
[[nodiscard]] SAT3D_API glm::vec3 support(const ConvexShape& shape, const glm::vec3& direction) noexcept;

/// Returns volume, centroid and inertia tensor for density 1.
[[nodiscard]] SAT3D_API MassProperties massProperties(const ConvexHull& hull) noexcept;
[[nodiscard]] SAT3D_API MassProperties massProperties(const ConvexShape& shape) noexcept;

/// Applies a linear map: scale, mirror, shear, rotation. If the type of the shape does not allow the map, the
/// error message names an alternative.
[[nodiscard]] SAT3D_API Result<ConvexHull, ShapeError> transformed(const ConvexHull& hull,
                                                                   const glm::mat3& map);
[[nodiscard]] SAT3D_API Result<ConvexShape, ShapeError> transformed(const ConvexShape& shape,
                                                                    const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
