#pragma once

/// @file
/// Spheres on straight ways to spheres and capsules: rays against shapes as thick as both.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

struct RoundHit {
    double fraction = std::numeric_limits<double>::infinity();  ///< infinite where they miss
    glm::dvec3 normalAToB{0.0};                                 ///< unit, world axes
    glm::dvec3 point{0.0};                                      ///< on A where it is by then, world frame
    FeaturePair features;
};

/// Of shapes in the library's order that do not overlap yet. Nothing where there is no closed form: of two
/// capsules, of other shapes, and of those so thin beside their way that it would lose digits.
[[nodiscard]] std::optional<RoundHit> sweepRoundPair(detail::ShapeRef a, const Pose& poseA,
                                                     detail::ShapeRef b, const Pose& poseB,
                                                     const LinearMotion& motion);
[[nodiscard]] std::optional<RoundHit> sweepRoundPair(detail::ShapeRef a, const DPose& poseA,
                                                     detail::ShapeRef b, const DPose& poseB,
                                                     const LinearMotion& motion);

}  // namespace sat3d::inline SAT3D_ABI
