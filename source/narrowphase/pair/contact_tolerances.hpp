#pragma once

/// @file
/// Tolerances that the kernels for contact manifolds, in float, share with the readable routine, in double.

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The first shape's face is preferred by this fraction of the face bias, so that rounding does not choose
/// between the two.
inline constexpr double kFaceTie = 0.1;

/// The deepest contact may be less deep than the penetration by this fraction of size: the rounding of the
/// kernels.
inline constexpr double kDepthSlack = 2e-6;

/// Shapes that overlap by less than this fraction of size count as touching: their edges do not cross.
inline constexpr double kCrossing = 1e-9;

/// A cosine: a face whose normal is more perpendicular to the direction of projection is edge-on and covers
/// no area.
inline constexpr double kEdgeOn = 1e-6;

/// A point closer to a vertex than this fraction of the side counts as the vertex; a vertex closer to a side
/// than this fraction of its own side counts as on the side.
inline constexpr double kNearFeature = 0.01;

}  // namespace sat3d::inline SAT3D_ABI
