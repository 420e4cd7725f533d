#pragma once

// Structs of the C interface that have the layout of the library's own, so that they pass without a copy.

#include "types.hpp"

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/response/body.hpp>
#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/joint.hpp>
#include <sat3d/response/material.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <bit>
#include <cstddef>
#include <sat3d.h>
#include <span>
#include <type_traits>

namespace sat3d::c {

static_assert(std::endian::native == std::endian::little, "ids are packed as on little-endian machines");

/// The library's type of a struct with the same layout.
template <class C>
struct Same;
template <class C>
using SameAs = typename Same<C>::type;

#define SAT3D_C_SAME(c, cpp)                                                                 \
    template <>                                                                              \
    struct Same<c> {                                                                         \
        using type = cpp;                                                                    \
        static_assert(sizeof(c) == sizeof(cpp) && alignof(c) == alignof(cpp));               \
        static_assert(std::is_trivially_copyable_v<c> && std::is_trivially_copyable_v<cpp>); \
    }
#define SAT3D_C_AT(c, memberOfC, cpp, memberOfCpp) \
    static_assert(offsetof(c, memberOfC) == offsetof(cpp, memberOfCpp))

SAT3D_C_SAME(s3_vector, Vector);
SAT3D_C_SAME(s3_pose, Pose);
SAT3D_C_AT(s3_pose, rotation, Pose, rotation);
#ifdef S3_PLANE  // what the other builds have is the same type as another one
SAT3D_C_SAME(s3_spin, Spin);
#else
SAT3D_C_SAME(s3_quat, glm::quat);
SAT3D_C_AT(s3_quat, w, glm::quat, w);
#endif
#ifdef S3_DOUBLE
SAT3D_C_SAME(s3_position, Position);
#ifndef S3_PLANE
SAT3D_C_SAME(s3_rotation, glm::dquat);
SAT3D_C_AT(s3_rotation, w, glm::dquat, w);
#endif
SAT3D_C_SAME(s3_local_pose, LocalPose);
SAT3D_C_AT(s3_local_pose, rotation, LocalPose, rotation);
#endif
SAT3D_C_SAME(s3_box, Bounds);
SAT3D_C_AT(s3_box, upper, Bounds, upper);
SAT3D_C_SAME(s3_mass, BodyMass);
SAT3D_C_AT(s3_mass, center, BodyMass, center);
SAT3D_C_AT(s3_mass, inertia, BodyMass, inertia);
SAT3D_C_SAME(s3_ray, Ray);
SAT3D_C_AT(s3_ray, direction, Ray, direction);
SAT3D_C_AT(s3_ray, length, Ray, length);
SAT3D_C_SAME(s3_pair, PairIndices);
SAT3D_C_SAME(s3_features, FeaturePair);
SAT3D_C_AT(s3_features, b, FeaturePair, b);
SAT3D_C_SAME(s3_children, ChildPair);
SAT3D_C_SAME(s3_penetration, Penetration);
SAT3D_C_AT(s3_penetration, depth, Penetration, depth);
SAT3D_C_AT(s3_penetration, features, Penetration, features);
SAT3D_C_AT(s3_penetration, children, Penetration, children);
SAT3D_C_SAME(s3_distance, Distance);
SAT3D_C_AT(s3_distance, normal, Distance, normal);
SAT3D_C_AT(s3_distance, point_a, Distance, pointA);
SAT3D_C_AT(s3_distance, point_b, Distance, pointB);
SAT3D_C_AT(s3_distance, features, Distance, features);
SAT3D_C_AT(s3_distance, children, Distance, children);
SAT3D_C_SAME(s3_contact_point, ContactPoint);
SAT3D_C_AT(s3_contact_point, id, ContactPoint, id);
SAT3D_C_SAME(s3_manifold, Manifold);
SAT3D_C_AT(s3_manifold, points, Manifold, pointArray);
SAT3D_C_AT(s3_manifold, penetration, Manifold, penetration);
SAT3D_C_SAME(s3_intersection, RayIntersection);
SAT3D_C_AT(s3_intersection, normal, RayIntersection, normal);
SAT3D_C_AT(s3_intersection, child, RayIntersection, child);
SAT3D_C_SAME(s3_ray_hit, RayHit);
SAT3D_C_AT(s3_ray_hit, exit, RayHit, exit);
SAT3D_C_AT(s3_ray_hit, started_inside, RayHit, startedInside);
SAT3D_C_SAME(s3_sweep, Sweep);
SAT3D_C_AT(s3_sweep, fraction, Sweep, fraction);
SAT3D_C_AT(s3_sweep, point, Sweep, point);
SAT3D_C_AT(s3_sweep, depth, Sweep, depth);
SAT3D_C_AT(s3_sweep, children, Sweep, children);
SAT3D_C_SAME(s3_shape_ref, ShapeRef);
SAT3D_C_SAME(s3_material_pair, MaterialPair);
SAT3D_C_AT(s3_material_pair, friction, MaterialPair, friction);
SAT3D_C_AT(s3_material_pair, restitution, MaterialPair, restitution);
SAT3D_C_SAME(s3_contact_settings, ContactSettings);
SAT3D_C_AT(s3_contact_settings, restitution, ContactSettings, restitution);
SAT3D_C_AT(s3_contact_settings, rolling_resistance, ContactSettings, rollingResistance);
SAT3D_C_AT(s3_contact_settings, surface_velocity, ContactSettings, surfaceVelocity);
SAT3D_C_AT(s3_contact_settings, max_impulse, ContactSettings, maxImpulse);
SAT3D_C_AT(s3_contact_settings, is_ignored, ContactSettings, isIgnored);
SAT3D_C_SAME(s3_joint_drive, JointDrive);
SAT3D_C_AT(s3_joint_drive, speed, JointDrive, speed);
SAT3D_C_AT(s3_joint_drive, hertz, JointDrive, hertz);
SAT3D_C_SAME(s3_joint_axis, JointAxis);
SAT3D_C_AT(s3_joint_axis, upper, JointAxis, upper);
SAT3D_C_AT(s3_joint_axis, drive, JointAxis, drive);
SAT3D_C_SAME(s3_joint_state, JointState);
SAT3D_C_AT(s3_joint_state, distance, JointState, distance);
SAT3D_C_AT(s3_joint_state, twist, JointState, twist);
SAT3D_C_AT(s3_joint_state, swing, JointState, swing);
SAT3D_C_AT(s3_joint_state, torque, JointState, torque);
#ifndef S3_PLANE
SAT3D_C_AT(s3_manifold, face_tag_b, Manifold, faceTagB);
SAT3D_C_AT(s3_sweep, face_tag_b, Sweep, faceTagB);
SAT3D_C_SAME(s3_tire_grip, TireGrip);
SAT3D_C_AT(s3_tire_grip, peak_slip, TireGrip, peakSlip);
SAT3D_C_SAME(s3_vehicle_axle, VehicleAxle);
SAT3D_C_AT(s3_vehicle_axle, anti_roll, VehicleAxle, antiRoll);
SAT3D_C_AT(s3_vehicle_axle, steering_speed, VehicleAxle, steeringSpeed);
SAT3D_C_SAME(s3_torque_at, VehicleEngine::TorqueAt);
SAT3D_C_AT(s3_torque_at, torque, VehicleEngine::TorqueAt, torque);
#endif

#undef SAT3D_C_SAME
#undef SAT3D_C_AT

/// The same value as the library's type, or as that of C.
template <class C>
[[nodiscard]] SameAs<C> in(const C& value) {
    return std::bit_cast<SameAs<C>>(value);
}
template <class C>
[[nodiscard]] C out(const SameAs<C>& value) {
    return std::bit_cast<C>(value);
}
/// The same memory as an array of the library's type.
template <class C>
[[nodiscard]] std::span<const SameAs<C>> in(const C* values, std::size_t count) {
    return {reinterpret_cast<const SameAs<C>*>(values), count};
}
template <class C>
[[nodiscard]] std::span<SameAs<C>> inPlace(C* values, std::size_t count) {
    return {reinterpret_cast<SameAs<C>*>(values), count};
}
template <class C>
[[nodiscard]] const C* view(std::span<const SameAs<C>> values) {
    return reinterpret_cast<const C*>(values.data());
}

}  // namespace sat3d::c
