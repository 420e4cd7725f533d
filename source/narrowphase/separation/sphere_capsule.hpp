#pragma once

/// @file
/// Spheres and capsules against each other: the nearest points of two segments, by closed forms.

#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

namespace sat3d::inline SAT3D_ABI {

[[nodiscard]] inline bool isRound(detail::ShapeRef shape) noexcept {
    return shape.kind() <= detail::ShapeRef::Kind::Capsule;
}

/// Of two round shapes, in the caller's order, and mirrored bit for bit in the other. False where their cores
/// touch, and so show no normal.
/// @param answer  new
[[nodiscard]] bool separateRoundPair(const detail::ShapeRef& a, const Pose& poseA, const detail::ShapeRef& b,
                                     const Pose& poseB, const SeparationQuery& query,
                                     WorldSeparation<float>& answer);
[[nodiscard]] bool separateRoundPair(const detail::ShapeRef& a, const DPose& poseA, const detail::ShapeRef& b,
                                     const DPose& poseB, const SeparationQuery& query,
                                     WorldSeparation<double>& answer);

}  // namespace sat3d::inline SAT3D_ABI
