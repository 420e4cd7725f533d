#pragma once

/// @file
/// How far shapes are apart of which at least one has many pieces.

#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The least separation of two pieces, the lowest numbered of equals. In the library's order.
/// @param query  pieces whose boxes are farther apart than the limit are passed over
[[nodiscard]] WorldSeparation<double> separationOfPieces(detail::ShapeRef a, const DPose& poseA,
                                                         detail::ShapeRef b, const DPose& poseB,
                                                         const SeparationQuery& query);

}  // namespace sat3d::inline SAT3D_ABI
