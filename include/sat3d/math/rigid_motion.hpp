#pragma once

/// @file
/// A step of a moving and turning body.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// How far a shape goes and turns in a step, both at an even pace. From velocities: multiply by the time.
struct RigidMotion {
    glm::vec3 way{0.0f};     ///< metres, world frame: of the centre
    glm::vec3 turn{0.0f};    ///< radians, world frame: the axis, as long as the angle; any angle
    glm::vec3 center{0.0f};  ///< in the shape's frame: the point that it turns about, such as its centroid
};

/// The rotation about an axis by its length in radians. The same bits on every platform, unlike the sine of
/// the standard library.
[[nodiscard]] SAT3D_API glm::dquat rotationBy(const glm::dvec3& turn) noexcept;

/// Where a body stands after a fraction of its motion. @param fraction  0 .. 1, but any will do
[[nodiscard]] SAT3D_API Pose advanced(const Pose& pose, const RigidMotion& motion, double fraction) noexcept;
[[nodiscard]] SAT3D_API DPose advanced(const DPose& pose, const RigidMotion& motion,
                                       double fraction) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
