#pragma once

/// @file
/// The box, as plain numbers. (ConvexHull::box makes a hull of the same form.)

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// A rectangular solid. Corners are numbered by the sides they lie on: bit 0 set for +x, bit 1 for +y, bit 2
/// for +z. Faces: 2 * axis for the negative side, 2 * axis + 1 for the positive one. Edges: 4 * axis they run
/// along + 1 for the positive side of the next axis + 2 for that of the one after (x, y, z, x ...).
struct Box {
    glm::vec3 center{0.0f};                     ///< in the shape's frame
    glm::vec3 halfExtents{0.5f};                ///< metres, finite, not negative
    glm::quat rotation{1.0f, glm::vec3(0.0f)};  ///< of its axes in the shape's frame, unit

    friend bool operator==(const Box&, const Box&) = default;
};

/// The shape itself, or what is wrong with its numbers. Queries take it for granted; level
/// loaders ask.
[[nodiscard]] SAT3D_API Result<Box, ShapeError> validated(const Box& box);

/// The smallest box along the axes of the frame that `toFrame` leads to.
[[nodiscard]] SAT3D_API Aabb bounds(const Box& box, const RigidTransform& toFrame) noexcept;

/// The corner that reaches farthest, the lowest numbered of equals. @param direction  shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Box& box, const glm::vec3& direction) noexcept;

[[nodiscard]] SAT3D_API MassProperties massProperties(const Box& box) noexcept;

/// Mapped by any map that keeps its corners square, to 1e-4: rotation, mirror, uniform scale, and scale along
/// its own axes. Errors: NotAligned, Flat, NotFinite.
[[nodiscard]] SAT3D_API Result<Box, ShapeError> transformed(const Box& box, const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
