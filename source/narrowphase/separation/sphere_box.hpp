#pragma once

/// @file
/// A sphere whose centre is outside a box: the nearest point by clamping.

#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/sphere.hpp>

namespace sat3d::inline SAT3D_ABI {

/// In the library's order.
[[nodiscard]] inline bool isBallAndBox(detail::ShapeRef a, detail::ShapeRef b) noexcept {
    return a.kind() == detail::ShapeRef::Kind::Sphere && b.kind() == detail::ShapeRef::Kind::Box;
}

/// False where the centre is inside, or so near that it shows no normal.
/// @param answer  new
[[nodiscard]] bool separateBallAndBox(const Sphere& ball, const Pose& poseA, const Box& box,
                                      const Pose& poseB, const SeparationQuery& query,
                                      WorldSeparation<float>& answer);
[[nodiscard]] bool separateBallAndBox(const Sphere& ball, const DPose& poseA, const Box& box,
                                      const DPose& poseB, const SeparationQuery& query,
                                      WorldSeparation<double>& answer);

}  // namespace sat3d::inline SAT3D_ABI
