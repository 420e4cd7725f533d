#pragma once

/// @file
/// Time of impact of two shapes that translate, or translate and rotate. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/math/sweep_options.hpp>
#include <sat3d/math/sweep_status.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The translations of both shapes over one step. World axes, meters, finite.
struct LinearMotion {
    glm::vec3 translationA{0.0f};
    glm::vec3 translationB{0.0f};
};

/// The result of a sweep.
template <class T>
struct BasicSweep {
    using Status = SweepStatus;
    static constexpr std::uint32_t kNoFace = 0xffffffffu;

    Status status = Status::Miss;
    float fraction = 1.0f;       ///< share of the motion that is free of collisions: 0 .. 1
    glm::vec3 normal{0.0f};      ///< unit, world frame, from A to B, also at fraction 0; zero for a Miss
    glm::vec<3, T> point{T(0)};  ///< contact point at `fraction`, world frame
    FeaturePair features;        ///< the features in contact
    float depth = 0.0f;          ///< depth of an InitialOverlap, meters
    ChildPair children;          ///< the children in contact
    /// The face of each child whose normal is closest to the contact normal, the lowest numbered of equals. A
    /// half-space and a triangle have face 0. kNoFace for spheres, capsules and a Miss.
    std::uint32_t faceA = kNoFace, faceB = kNoFace;
    /// The user's tags of these faces: of the hull's face, of the triangle or its cell. Otherwise 0.
    std::uint32_t faceTagA = 0, faceTagB = 0;

    /// Whether the sweep ended with anything but a Miss.
    [[nodiscard]] explicit operator bool() const { return status != Status::Miss; }
};

using Sweep = BasicSweep<float>;
using DSweep = BasicSweep<double>;

/// Computes the time of impact of two shapes that translate, or translate and rotate.
///
///     const RigidMotion motion{velocity * dt, angularVelocity * dt};
///     if (Sweep hit = sweep(tank, tankPose, wall, wallPose, motion))
///         tankPose = poseAtFraction(tankPose, motion, hit.fraction);
///
/// The result is InitialOverlap exactly if overlaps() is true. The shapes do not overlap before `fraction`.
/// Exchanging the shapes and their motions gives the flipped answer, bit for bit.
///
/// If neither shape rotates, the gap at `fraction` is at most 1e-7 times the sum of both sizes and the length
/// of the path. Shapes that touch, and slide along each other or move apart, give a Miss. A shape hits a
/// triangle if it gets below the plane of the triangle by more than 1e-6 of its size plus 1e-7 of the path.
/// Therefore it never hits the internal edges of a floor.
/// The normal is the triangle's own wherever its plane separates.
///
/// If one rotates, the gap is at most the tolerance; after `fraction` the shapes overlap. Shapes that never
/// overlap by more than the tolerance may be a Miss: a crate slides over a floor, and a wheel rolls on it.
/// @param poseA, poseB      world poses before the step, finite, with unit rotations (asserted)
/// @param motionA, motionB  finite, of any angle (see poseAtFraction())
/// @note  No allocation. Translations: Newton's method on the distance, which is convex along a straight
/// path: a step never goes too far. Rotations: conservative advancement; each round takes the axis between
/// the closest points and advances for as long as a bound of the motion proves a gap along it. The axis turns
/// with the features that are closest, if they turn by less than a radian. At most 256 rounds, each of one
/// distance and some support queries; then the status is NotConverged. Source: Mirtich, "Impulse-based
/// Dynamic Simulation of Rigid Body Systems", 1996.
template <class T>
[[nodiscard]] SAT3D_API BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                            const std::type_identity_t<BasicPose<T>>& poseB,
                                            const RigidMotion& motionA, const RigidMotion& motionB = {},
                                            const SweepOptions& options = {});

/// Computes the time of impact if only A moves: by a translation (world axes, meters).
template <class T, std::same_as<glm::vec3> Translation>
[[nodiscard]] BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB,
                                  const Translation& translationA, const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, RigidMotion{translationA}, RigidMotion{}, options);
}

/// The former call for two translations, for programs from before 0.1.
template <class T, std::same_as<LinearMotion> Motion>
[[nodiscard, deprecated("pass a RigidMotion of each shape")]] BasicSweep<T> sweep(
    ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
    const Motion& motion, const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, RigidMotion{motion.translationA}, RigidMotion{motion.translationB},
                 options);
}

namespace detail {
/// sweep() of a Compound whose children move on their own.
template <class T>
[[nodiscard]] SAT3D_API BasicSweep<T> sweepChildren(const Compound& a, const BasicPose<T>& poseA, ShapeRef b,
                                                    const std::type_identity_t<BasicPose<T>>& poseB,
                                                    std::span<const RigidMotion> motionsOfA,
                                                    const RigidMotion& motionB, const SweepOptions& options);
}  // namespace detail

/// Computes the time of impact of a Compound whose children have motions of their own: a turret that turns
/// while its tank drives.
///
///     std::array motions{ofHull, motionBetween(tank * turret, tankAfter * turretAfter, pivot)};
///     Sweep hit = sweep(tankAndTurret, tank, wall, wallPose, motions);
///
/// The answer is that of the child that hits first, by the rules of the other sweeps.
/// @param motionsOfA  one for each child of A (asserted; without asserts the result is a Miss). Each moves
/// its child, which is at poseA * child.pose before the step; localCenter is in the child's own frame
/// @note  No allocation. As for rotating shapes, for each pair of children whose swept boxes meet
template <class T, std::convertible_to<std::span<const RigidMotion>> Motions>
[[nodiscard]] BasicSweep<T> sweep(const Compound& a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB, const Motions& motionsOfA,
                                  const std::type_identity_t<RigidMotion>& motionB = {},
                                  const SweepOptions& options = {}) {
    return detail::sweepChildren(a, poseA, b, poseB, std::span<const RigidMotion>(motionsOfA), motionB,
                                 options);
}

}  // namespace sat3d::SAT3D_ABI
