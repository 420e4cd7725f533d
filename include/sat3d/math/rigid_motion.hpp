#pragma once

/// @file
/// Rigid motion of a body over one step.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Constant linear and angular motion over one step.
/// @code
/// sat3d::RigidMotion motion{velocity * dt, angularVelocity * dt, centerOfMass};
/// pose = sat3d::poseAtFraction(pose, motion, 1.0);  // at the end of the step
/// @endcode
struct RigidMotion {
    glm::vec3 translation{0.0f};     ///< displacement of the center: meters, world frame
    glm::vec3 rotationVector{0.0f};  ///< rotation axis times angle: radians, world frame; any angle
    glm::vec3 localCenter{0.0f};  ///< point that the shape rotates about, such as its centroid: local frame
};

/// Rotation about the axis `rotationVector`. The angle in radians is the length of the vector (exponential
/// map). Gives the same bits on every platform, unlike a computation with std::sin.
[[nodiscard]] SAT3D_API glm::dquat rotationFromVector(const glm::dvec3& rotationVector) noexcept;

/// Pose of a body after a fraction of its motion.
/// @param fraction  0 at the start, 1 at the end of the step; other values extrapolate
[[nodiscard]] SAT3D_API Pose poseAtFraction(const Pose& pose, const RigidMotion& motion,
                                            double fraction) noexcept;
[[nodiscard]] SAT3D_API DPose poseAtFraction(const DPose& pose, const RigidMotion& motion,
                                             double fraction) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
