#pragma once

/// @file
/// Any convex shape: the variant, and the questions that each answers by itself.

#include <sat3d/core/config.hpp>
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

namespace sat3d::inline SAT3D_ABI {

/// A shape that moves and meets every other shape.
using ConvexShape = std::variant<Sphere, Capsule, Box, ConvexHull>;

/// What every verb takes: a convex shape by its own type, or a ConvexShape.
template <class S>
concept Convex = std::same_as<S, Sphere> || std::same_as<S, Capsule> || std::same_as<S, Box> ||
    std::same_as<S, ConvexHull> || std::same_as<S, ConvexShape>;

/// The shape itself, or what is wrong with its numbers. A hull was checked when it was made.
[[nodiscard]] SAT3D_API Result<ConvexShape, ShapeError> validated(const ConvexShape& shape);

/// The smallest box along the axes of the frame that `toFrame` leads to, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const ConvexHull& hull, const RigidTransform& toFrame) noexcept;
[[nodiscard]] SAT3D_API Aabb bounds(const ConvexShape& shape, const RigidTransform& toFrame) noexcept;

/// The point that reaches farthest, a vertex of a hull: the lowest numbered of equals.
/// @param direction  shape's frame, any length but zero
[[nodiscard]] SAT3D_API glm::vec3 support(const ConvexHull& hull, const glm::vec3& direction) noexcept;
[[nodiscard]] SAT3D_API glm::vec3 support(const ConvexShape& shape, const glm::vec3& direction) noexcept;

[[nodiscard]] SAT3D_API MassProperties massProperties(const ConvexHull& hull) noexcept;
[[nodiscard]] SAT3D_API MassProperties massProperties(const ConvexShape& shape) noexcept;

/// Scale, mirror, shear and rotation baked in, as far as the shape can take them: else an error that says
/// what to use instead.
[[nodiscard]] SAT3D_API Result<ConvexHull, ShapeError> transformed(const ConvexHull& hull,
                                                                   const glm::mat3& map);
[[nodiscard]] SAT3D_API Result<ConvexShape, ShapeError> transformed(const ConvexShape& shape,
                                                                    const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
