#pragma once

/// @file
/// Everything on one side of a plane: a floor without end.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The points p with dot(normal, p) <= offset.
struct HalfSpace {
    glm::vec3 normal{0.0f, 0.0f, 1.0f};  ///< unit, out of the solid, in the shape's frame
    float offset = 0.0f;                 ///< metres, finite

    friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

/// The shape itself, or what is wrong with its numbers. Queries take it for granted; level
/// loaders ask.
[[nodiscard]] SAT3D_API Result<HalfSpace, ShapeError> validated(const HalfSpace& halfSpace);

/// Infinite on all sides, but for the one where the normal runs along an axis.
[[nodiscard]] SAT3D_API Aabb bounds(const HalfSpace& halfSpace, const RigidTransform& toFrame) noexcept;

/// Mapped by any map that can be undone. Errors: Flat, NotFinite.
[[nodiscard]] SAT3D_API Result<HalfSpace, ShapeError> transformed(const HalfSpace& halfSpace,
                                                                  const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
