#pragma once

/// @file
/// Tolerances that the kernels for contact manifolds, in float, share with the readable routine, in double.

#include <sat3d/core/config.hpp>

namespace sat3d::inline SAT3D_ABI {

/// The first shape's face is preferred to the second's by this fraction of the face bias, so that rounding
/// does not choose between them.
inline constexpr double kFaceTie = 0.1;

/// A push through a part of a merged face stands for the whole face if the face's own depth exceeds that of
/// the push by at most this fraction of size.
inline constexpr double kMergedBias = 0.01;

/// Largest difference between the depths of the penetration and of the deepest contact, as a fraction of
/// size. It covers the rounding of the kernels.
inline constexpr double kDepthSlack = 2e-6;

/// Shapes that overlap by less than this fraction of size count as touching: their edges do not cross.
inline constexpr double kCrossing = 1e-9;

/// Smallest cosine between the normal of a face and the direction of projection. With a smaller one, the face
/// is edge-on and covers no area.
inline constexpr double kEdgeOn = 1e-6;

/// A point of a side counts as a vertex if it is closer to the vertex than this fraction of the side. A
/// vertex counts as a point on a side if it is closer to the side than this fraction of the vertex's own
/// side.
inline constexpr double kNearFeature = 0.01;

}  // namespace sat3d::inline SAT3D_ABI
