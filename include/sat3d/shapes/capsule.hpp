#pragma once

/// @file
/// A cylinder with round ends.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// All points within `radius` of the segment from `start` to `end`. Equal ends make a sphere.
struct Capsule {
    glm::vec3 start{0.0f, 0.0f, -0.5f};  ///< centre of one round end, in the shape's frame
    glm::vec3 end{0.0f, 0.0f, 0.5f};     ///< centre of the other
    float radius = 0.5f;                 ///< metres, finite, not negative

    friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// The shape itself, or what is wrong with its numbers. Queries take it for granted; level
/// loaders ask.
[[nodiscard]] SAT3D_API Result<Capsule, ShapeError> validated(const Capsule& capsule);

/// The smallest box along the axes of the frame that `toFrame` leads to.
[[nodiscard]] SAT3D_API Aabb bounds(const Capsule& capsule, const RigidTransform& toFrame) noexcept;

/// The point that reaches farthest; on ties, at the start. @param direction  shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Capsule& capsule, const glm::vec3& direction) noexcept;

[[nodiscard]] SAT3D_API MassProperties massProperties(const Capsule& capsule) noexcept;

/// Mapped by rotation, mirror and uniform scale, to 1e-4. Errors: NotUniform, Flat, NotFinite.
[[nodiscard]] SAT3D_API Result<Capsule, ShapeError> transformed(const Capsule& capsule, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
