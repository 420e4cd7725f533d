#pragma once

/// @file
/// The ball.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// All points within `radius` of `center`. A radius of 0 is a point.
struct Sphere {
    glm::vec3 center{0.0f};  ///< in the shape's frame
    float radius = 0.5f;     ///< metres, finite, not negative

    friend bool operator==(const Sphere&, const Sphere&) = default;
};

/// The shape itself, or what is wrong with its numbers. Queries take it for granted; level
/// loaders ask.
[[nodiscard]] SAT3D_API Result<Sphere, ShapeError> validated(const Sphere& sphere);

/// The smallest box along the axes of the frame that `toFrame` leads to.
[[nodiscard]] SAT3D_API Aabb bounds(const Sphere& sphere, const RigidTransform& toFrame) noexcept;

/// The point that reaches farthest. @param direction  shape's frame, any length but zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Sphere& sphere, const glm::vec3& direction) noexcept;

[[nodiscard]] SAT3D_API MassProperties massProperties(const Sphere& sphere) noexcept;

/// Mapped by rotation, mirror and uniform scale, to 1e-4. Errors: NotUniform, Flat, NotFinite.
[[nodiscard]] SAT3D_API Result<Sphere, ShapeError> transformed(const Sphere& sphere, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
