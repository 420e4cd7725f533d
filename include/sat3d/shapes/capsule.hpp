#pragma once

/// @file
/// Capsule: a cylinder with hemispherical ends.

#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::SAT3D_ABI {

/// All points within `radius` of the segment from `start` to `end`. A capsule with equal ends is a sphere.
struct Capsule {
    glm::vec3 start{0.0f, 0.0f, -0.5f};  ///< center of the first end, in the shape's frame
    glm::vec3 end{0.0f, 0.0f, 0.5f};     ///< center of the second end
    float radius = 0.5f;                 ///< meters, finite, not negative

    friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// Returns the capsule, or the error in its numbers: NotFinite, TooLarge, Negative. Queries do not validate
/// shapes; validate data from files once.
[[nodiscard]] SAT3D_API Result<Capsule, ShapeError> validate(const Capsule& capsule);

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward.
[[nodiscard]] SAT3D_API Aabb bounds(const Capsule& capsule, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the point farthest along the direction. On ties, returns the point at the
/// start.
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const Capsule& capsule, const glm::vec3& direction) noexcept;

/// Returns volume, centroid and inertia tensor for density 1.
[[nodiscard]] SAT3D_API MassProperties massProperties(const Capsule& capsule) noexcept;

/// Applies rotation, mirror and uniform scale (tolerance 1e-4). Errors: NonUniformScale, SingularMap,
/// NotFinite, TooLarge.
[[nodiscard]] SAT3D_API Result<Capsule, ShapeError> transformed(const Capsule& capsule, const glm::mat3& map);

}  // namespace sat3d::SAT3D_ABI
