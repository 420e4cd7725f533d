#pragma once

/// @file
/// Sphere.

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// All points within `radius` of `center`. A radius of 0 is a point.
struct Sphere {
    glm::vec3 center{0.0f};  ///< in the shape's frame
    float radius = 0.5f;     ///< meters, finite, not negative

    friend bool operator==(const Sphere&, const Sphere&) = default;
};

/// Returns the sphere, or the error in its numbers: NotFinite, TooLarge, Negative. Queries do not validate
/// shapes; validate data from files once.
[[nodiscard]] SAT3D_API Result<Sphere, ShapeError> validate(const Sphere& sphere);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Sphere& sphere, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the point farthest along the direction.
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Sphere& sphere, const glm::vec3& direction) noexcept;

/// Returns volume, centroid and inertia tensor for density 1.
[[nodiscard]] SAT3D_API MassProperties massProperties(const Sphere& sphere) noexcept;

/// Applies rotation, mirror and uniform scale (tolerance 1e-4). Errors: NonUniformScale, SingularMap,
/// NotFinite, TooLarge.
[[nodiscard]] SAT3D_API Result<Sphere, ShapeError> transformed(const Sphere& sphere, const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
