#pragma once

/// @file
/// Time of impact of two shapes of the plane that translate, or translate and rotate. Conventions:
/// docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/sweep_status.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

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

    /// Whether the sweep ended with anything but a Miss.
    [[nodiscard]] explicit operator bool() const { return status != Status::Miss; }
};

using PlanarSweep = BasicPlanarSweep<float>;
using DPlanarSweep = BasicPlanarSweep<double>;

struct PlanarSweepOptions {
    /// Contact distance for rotating shapes, as a fraction of the mean bounding radius (1e-6 .. 1). Overlaps
    /// below it may be missed.
    float tolerance = 1e-4f;
    /// The gap to keep, meters, not negative: `fraction` ends where the shapes are this far apart. Shapes
    /// that start closer do not approach any further, but may slide along each other and part. A motion that
    /// ends within the skin is a Hit.
    float skin = 0.0f;
};

/// Computes the time of impact of two shapes that translate.
///
///     PlanarLinearMotion motion{.translationA = velocityA * dt, .translationB = velocityB * dt};
///     if (PlanarSweep hit = sweep(crate, cratePose, wall, wallPose, motion))
///         cratePose.position += motion.translationA * hit.fraction;
///
/// The result is InitialOverlap exactly if overlaps() is true. Shapes that touch and slide along each other
/// or part, or pass each other so closely that they only touch, are a Miss. The shapes do not overlap before
/// `fraction`. For a PlanarCompound the answer is that of the child that hits first. Exchanging the shapes
/// and their motions gives the flipped answer, bit for bit.
/// @param poseA, poseB  world poses before the step, finite, with unit rotations (asserted; without asserts a
/// Miss)
/// @note  No allocation. Newton's method on the distance, which is convex along a straight path: a step never
/// goes too far.
template <class T>
[[nodiscard]] SAT3D_API BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                                  PlanarShapeRef b,
                                                  const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                                  const PlanarLinearMotion& motion,
                                                  const PlanarSweepOptions& options = {});

/// Computes the time of impact of two shapes that translate and rotate (poseAtFraction() gives their poses).
/// They do not overlap before the fraction of a Hit; at it, their gap is at most the tolerance; after it,
/// they overlap. Shapes that never overlap by more than the tolerance may be a Miss: a wheel rolls on a
/// floor. Exchanging the shapes and their motions gives the flipped answer, bit for bit.
/// @param motionA, motionB  finite, of any angle. A shape that does not move takes PlanarMotion{}
/// @note  No allocation. Conservative advancement: each round takes the axis between the closest points and
/// advances for as long as a bound of the motion proves a gap along it. At most 256 rounds; then the status
/// is NotConverged. Source: Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996.
template <class T>
[[nodiscard]] SAT3D_API BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA,
                                                  PlanarShapeRef b,
                                                  const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                                  const PlanarMotion& motionA, const PlanarMotion& motionB,
                                                  const PlanarSweepOptions& options = {});

/// Computes the time of impact if only A moves: by a translation (world axes, meters).
template <class T, std::same_as<glm::vec2> Translation>
[[nodiscard]] BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                                        const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                                        const Translation& translationA,
                                        const PlanarSweepOptions& options = {}) {
    return sweep(a, poseA, b, poseB, PlanarLinearMotion{translationA, glm::vec2(0.0f)}, options);
}

}  // namespace sat3d::SAT3D_ABI
