#pragma once

/// @file
/// Half-space: a plane and everything behind it, for example an infinite floor.

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// All points p with dot(normal, p) <= offset.
/// @code
/// const HalfSpace floor{.normal = {0, 1, 0}, .offset = 0.0f};  // everything below y = 0
/// @endcode
struct HalfSpace {
    glm::vec3 normal{0.0f, 0.0f, 1.0f};  ///< unit, points out of the solid, in the shape's frame
    float offset = 0.0f;                 ///< meters, finite

    friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

/// Returns the half-space, or the error in its numbers: NotFinite, TooLarge, NotNormalized. Queries do not
/// validate shapes; validate data from files once.
[[nodiscard]] SAT3D_API Result<HalfSpace, ShapeError> validate(const HalfSpace& halfSpace);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`. All its sides are at infinity,
/// except the side at the plane if the normal is parallel to an axis.
[[nodiscard]] SAT3D_API Aabb bounds(const HalfSpace& halfSpace, const RigidTransform& toFrame) noexcept;

/// Applies any invertible linear map. Errors: SingularMap, NotFinite, TooLarge.
[[nodiscard]] SAT3D_API Result<HalfSpace, ShapeError> transformed(const HalfSpace& halfSpace,
                                                                  const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
