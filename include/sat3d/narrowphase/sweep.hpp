#pragma once

/// @file
/// When do two moving shapes meet, on straight ways or turning? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// How far both shapes go in a step, without turning. World frame, metres, finite.
struct LinearMotion {
    glm::vec3 ofA{0.0f};
    glm::vec3 ofB{0.0f};
};

/// What a sweep found.
template <class T>
struct BasicSweep {
    enum class Outcome : std::uint8_t {
        Miss,                ///< they do not overlap at any time of the step
        Hit,                 ///< they touch at `fraction`, and go on into each other
        StartedOverlapping,  ///< they overlap before the step: `normal` and `depth` are the shortest push
    };
    Outcome outcome = Outcome::Miss;
    float fraction = 1.0f;       ///< of the motion that is free: 0 .. 1
    glm::vec3 normal{0.0f};      ///< unit, world frame, from A to B, also at fraction 0; zero for a Miss
    glm::vec<3, T> point{T(0)};  ///< where they touch, world frame
    FeaturePair features;        ///< that meet
    float depth = 0.0f;          ///< of the overlap that the step started with, metres
    /// False where turning shapes passed so closely that the search was given up: then this is no touch, but
    /// the way up to the fraction is free for certain. Always true without turning.
    bool converged = true;
    PiecePair pieces;  ///< that meet first, or overlap deepest

    /// Whether there is anything to respond to.
    [[nodiscard]] explicit operator bool() const { return outcome != Outcome::Miss; }
};

using Sweep = BasicSweep<float>;
using DSweep = BasicSweep<double>;

struct SweepOptions {
    /// Of size (the mean bounding radius), 1e-6 .. 1: how near counts as touching for shapes that turn, and
    /// how deep an overlap may be missed.
    float tolerance = 1e-4f;
};

namespace detail {
[[nodiscard]] SAT3D_API Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                    const LinearMotion& motion);
[[nodiscard]] SAT3D_API DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                     const LinearMotion& motion);
[[nodiscard]] SAT3D_API Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB,
                                    const RigidMotion& motionA, const RigidMotion& motionB,
                                    const SweepOptions& options);
[[nodiscard]] SAT3D_API DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB,
                                     const RigidMotion& motionA, const RigidMotion& motionB,
                                     const SweepOptions& options);
}  // namespace detail

/// The first time at which two shapes meet on straight ways. StartedOverlapping exactly when overlaps();
/// shapes that touch and slide along each other or part miss. Until the fraction they do not overlap; at it
/// they are at most 1e-7 of size (of the shapes, and the way between them) apart. Triangles are met by what
/// gets below their planes by more than 1e-6 of its size and 1e-7 of the way, so that no edge within a floor
/// is felt, and along their own normals wherever their planes separate. sweep(b, poseB, a, poseA)
/// with the motions exchanged is the same answer turned round, bit for bit.
/// @param poseA, poseB  world poses before the step, finite, with unit rotations (asserted)
/// @note  No allocation. Newton's method on the distance, which is convex along a straight way: each step
/// goes as far as the plane between the nearest points is free, and so never too far.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] BasicSweep<T> sweep(const A& a, const BasicPose<T>& poseA, const B& b,
                                  const std::type_identity_t<BasicPose<T>>& poseB,
                                  const LinearMotion& motion) {
    return detail::sweep(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, motion);
}

/// The same for shapes that turn on their way (see advanced() for where they are at a fraction). Up to the
/// fraction of a hit they do not overlap; at it they are at most the tolerance apart, and after it they
/// overlap. Shapes that never overlap by more than the tolerance may miss: so a crate slides over a floor,
/// and a wheel rolls on it. A mirrored call gives the mirrored answer, bit for bit.
/// @param motionA, motionB  finite, of any angle
/// @note  No allocation. Conservative advancement: each round takes the axis between the nearest points,
/// along which the gap closes no faster than its supports and the bend of their paths allow, and goes as far
/// as it stays open. At most 256 rounds of one distance and some supports; then `converged` is false. Source:
/// Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] BasicSweep<T> sweep(const A& a, const BasicPose<T>& poseA, const B& b,
                                  const std::type_identity_t<BasicPose<T>>& poseB, const RigidMotion& motionA,
                                  const RigidMotion& motionB, const SweepOptions& options = {}) {
    return detail::sweep(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, motionA, motionB, options);
}

}  // namespace sat3d::inline SAT3D_ABI
