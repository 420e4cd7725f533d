#pragma once

/// @file
/// Time of impact of two shapes of the plane that translate, or translate and rotate. Conventions:
/// docs/conventions.md.

#include <sat3d/math/sweep_options.hpp>
#include <sat3d/math/sweep_status.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <glm/ext/vector_float2.hpp>

#include <concepts>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The translations of both shapes over one step. World axes, meters, finite.
struct PlanarLinearMotion {
    glm::vec2 translationA{0.0f};
    glm::vec2 translationB{0.0f};
};

/// The result of a sweep in the plane.
template <class T>
struct BasicPlanarSweep {
    using Status = SweepStatus;

    Status status = Status::Miss;
    float fraction = 1.0f;       ///< share of the motion that is free of collisions: 0 .. 1
    glm::vec2 normal{0.0f};      ///< unit, world frame, from A to B, also at fraction 0; zero for a Miss
    glm::vec<2, T> point{T(0)};  ///< contact point at `fraction`, world frame
    PlanarFeatures features;     ///< the features in contact
    float depth = 0.0f;          ///< depth of an InitialOverlap, meters
    ChildPair children;          ///< the children in contact

    /// Whether the sweep ended with anything but a Miss.
    [[nodiscard]] explicit operator bool() const { return status != Status::Miss; }
};

using PlanarSweep = BasicPlanarSweep<float>;
using DPlanarSweep = BasicPlanarSweep<double>;

/// Computes the time of impact of two shapes that translate, or translate and rotate.
///
///     const PlanarMotion motion{velocity * dt, spin * dt};
///     if (PlanarSweep hit = sweep(crate, cratePose, wall, wallPose, motion))
///         cratePose = poseAtFraction(cratePose, motion, hit.fraction);
///
/// The result is InitialOverlap exactly if overlaps() is true. The shapes do not overlap before `fraction`.
/// For a PlanarCompound the answer is that of the child that hits first. Exchanging the shapes and their
/// motions gives the flipped answer, bit for bit.
///
/// If neither shape rotates, shapes that touch give a Miss if they slide along each other or move apart. So
/// do shapes that only touch as they pass each other. If one rotates, the gap at `fraction` is at most the
/// tolerance; after it, they overlap. Shapes that never overlap by more than the tolerance may be a Miss: a
/// wheel rolls on a floor.
/// @param poseA, poseB      world poses before the step, finite, with unit rotations (asserted; without
/// asserts a Miss)
/// @param motionA, motionB  finite, of any angle (see poseAtFraction())
/// @note  No allocation. Translations: Newton's method on the distance, which is convex along a straight
/// path: a step never goes too far. Rotations: conservative advancement; each round takes the axis between
/// the closest points and advances for as long as a bound of the motion proves a gap along it. At most 256
/// rounds; then the status is NotConverged. Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body
/// Systems", 1996.
template <class T>
[[nodiscard]] SAT3D_API BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                                  PlanarShapeRef b,
                                                  const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                                  const PlanarMotion& motionA,
                                                  const PlanarMotion& motionB = {},
                                                  const SweepOptions& options = {});

/// Computes the time of impact if only A moves: by a translation (world axes, meters).
template <class T, std::same_as<glm::vec2> Translation>
[[nodiscard]] BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                        const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                        const Translation& translationA, const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, PlanarMotion{translationA}, PlanarMotion{}, options);
}

/// The former call for two translations, for programs from before 0.1.
template <class T, std::same_as<PlanarLinearMotion> Motion>
[[nodiscard, deprecated("pass a PlanarMotion of each shape")]] BasicPlanarSweep<T> sweep(
    PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
    const std::type_identity_t<BasicPlanarPose<T>>& poseB, const Motion& motion,
    const SweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, PlanarMotion{motion.translationA}, PlanarMotion{motion.translationB},
                 options);
}

using PlanarSweepOptions [[deprecated("it is SweepOptions")]] = SweepOptions;

}  // namespace sat3d::SAT3D_ABI
