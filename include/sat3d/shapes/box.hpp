#pragma once

/// @file
/// Oriented box, stored as center, half extents and rotation. (ConvexHull::box makes a hull of this form.)

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// A solid box. The bits of a vertex number are signs: bit 0 is set for +x, bit 1 for +y, bit 2 for +z. The
/// number of a face is 2 * axis for the negative side, and 2 * axis + 1 for the positive side. The number of
/// an edge parallel to an axis is 4 * axis, plus 1 on the positive side of the next axis, plus 2 on the
/// positive side of the axis after it (in the order x, y, z, x ...).
/// @code
/// const Box crate{.center = {0, 0, 0.5f}, .halfExtents = {0.5f, 0.5f, 0.5f}};
/// @endcode
struct Box {
    glm::vec3 center{0.0f};                     ///< in the shape's frame
    glm::vec3 halfExtents{0.5f};                ///< meters, finite, not negative
    glm::quat rotation{1.0f, glm::vec3(0.0f)};  ///< unit quaternion, from the box's axes to the shape's frame

    friend bool operator==(const Box&, const Box&) = default;
};

/// Returns the box, or the error in its numbers: NotFinite, TooLarge, Negative, NotNormalized. Queries do not
/// validate shapes; validate data from files once.
[[nodiscard]] SAT3D_API Result<Box, ShapeError> validate(const Box& box);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Box& box, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the vertex farthest along the direction. On ties, returns the vertex with the
/// lowest number.
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Box& box, const glm::vec3& direction) noexcept;

/// Returns volume, centroid and inertia tensor for density 1.
[[nodiscard]] SAT3D_API MassProperties massProperties(const Box& box) noexcept;

/// Applies a linear map that keeps the axes of the box perpendicular (tolerance 1e-4): rotation, mirror,
/// uniform scale, and scale along the axes of the box. Errors: NonAxisAlignedScale, SingularMap, NotFinite,
/// TooLarge.
[[nodiscard]] SAT3D_API Result<Box, ShapeError> transformed(const Box& box, const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
