#pragma once

/// @file
/// Time of impact of two shapes that translate, or translate and rotate. Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/math/sweep_status.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
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

struct SweepOptions {
    /// Contact distance for rotating shapes, as a fraction of the mean bounding radius (1e-6 .. 1). Overlaps
    /// below it may be missed.
    float tolerance = 1e-4f;
    /// The gap to keep, meters, not negative: for a game that moves a shape by `fraction` in each step.
    /// Without one, the rounding of the new pose lets about every second next sweep start with an overlap.
    ///
    /// `fraction` then ends where the shapes are this far apart along the normal. Shapes that start closer do
    /// not approach any further, but may slide along each other and part. The poses at `fraction`, rounded to
    /// the coordinates' type, are proven to be at least half of the skin apart, or as far as at the start up
    /// to rounding. So choose a skin of more than 4 times the rounding of coordinates: 2 mm are enough up to
    /// 8 km from the origin in float. A motion that ends within the skin is a Hit. Costs one or two distance
    /// queries.
    float skin = 0.0f;
};

/// Computes the time of impact of two shapes that translate.
///
///     LinearMotion motion{.translationA = velocityA * dt, .translationB = velocityB * dt};
///     if (Sweep hit = sweep(tank, tankPose, wall, wallPose, motion))
///         tankPose.position += motion.translationA * hit.fraction;
///
/// The result is InitialOverlap exactly if overlaps() is true. Shapes that touch and slide along each other
/// or part are a Miss. The shapes do not overlap before `fraction`; at it, their gap is at most 1e-7 of the
/// sum of their sizes and the length of the path. A triangle is hit if the shape gets below its plane by more
/// than 1e-6 of the shape's size plus 1e-7 of the path. Therefore internal edges of a floor are never hit.
/// The normal is the triangle's own wherever its plane separates. Exchanging the shapes and their motions
/// gives the flipped answer, bit for bit.
/// @param poseA, poseB  world poses before the step, finite, with unit rotations (asserted)
/// @note  No allocation. Newton's method on the distance, which is convex along a straight path: a step never
/// goes too far.
template <class T>
[[nodiscard]] SAT3D_API BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                            const std::type_identity_t<BasicPose<T>>& poseB,
                                            const LinearMotion& motion, const SweepOptions& options = {});

/// Computes the time of impact of two shapes that translate and rotate (poseAtFraction() gives their poses).
/// They do not overlap before the fraction of a Hit; at it, their gap is at most the tolerance; after it,
/// they overlap. Shapes that never overlap by more than the tolerance may be a Miss: a crate slides over a
/// floor, and a wheel rolls on it. Exchanging the shapes and their motions gives the flipped answer, bit for
/// bit.
/// @param motionA, motionB  finite, of any angle. A shape that does not move takes RigidMotion{}
/// @note  No allocation. Conservative advancement: each round takes the axis between the closest points and
/// advances for as long as a bound of the motion proves a gap along it. At most 256 rounds, each of one
/// distance and some support queries; then the status is NotConverged. Source: Mirtich, "Impulse-based
/// Dynamic Simulation of Rigid Body Systems", 1996.
template <class T>
[[nodiscard]] SAT3D_API BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                            const std::type_identity_t<BasicPose<T>>& poseB,
                                            const RigidMotion& motionA, const RigidMotion& motionB,
                                            const SweepOptions& options = {});

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

/// Computes the time of impact of two translations (world axes, meters).
template <class T, std::same_as<glm::vec3> Translation>
[[nodiscard]] BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB,
                                  const Translation& translationA, const Translation& translationB,
                                  const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, LinearMotion{translationA, translationB}, options);
}
/// Computes the time of impact if only A moves: by a translation (world axes, meters).
template <class T, std::same_as<glm::vec3> Translation>
[[nodiscard]] BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB,
                                  const Translation& translationA, const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, LinearMotion{translationA, glm::vec3(0.0f)}, options);
}
/// Computes the time of impact if only A moves.
template <class T, std::same_as<RigidMotion> Motion>
[[nodiscard]] BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB, const Motion& motionA) {
    return sweep(a, poseA, b, poseB, motionA, RigidMotion{});
}
template <class T, std::same_as<RigidMotion> Motion, std::same_as<SweepOptions> Options>
[[nodiscard]] BasicSweep<T> sweep(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                  const std::type_identity_t<BasicPose<T>>& poseB, const Motion& motionA,
                                  const Options& options) {
    return sweep(a, poseA, b, poseB, motionA, RigidMotion{}, options);
}
/// Does not compile: a LinearMotion is the motion of both shapes.
template <class T, std::same_as<LinearMotion> Motion, std::same_as<RigidMotion> MotionB>
BasicSweep<T> sweep(ShapeRef, const BasicPose<T>&, ShapeRef, const std::type_identity_t<BasicPose<T>>&,
                    const Motion&, const MotionB&, const SweepOptions& = {}) {
    static_assert(!std::same_as<Motion, LinearMotion>,
                  "a LinearMotion moves both shapes: pass it alone, or a RigidMotion for each shape");
    return {};
}

}  // namespace sat3d::SAT3D_ABI
