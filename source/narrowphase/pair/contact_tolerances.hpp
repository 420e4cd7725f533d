#pragma once

/// @file
/// Tolerances that the kernels share with the other routines.

#include <sat3d/core/config.hpp>

namespace sat3d::SAT3D_ABI {

/// Polytopes closer than this fraction of the rounding scale count as touching. At smaller distances,
/// rounding blurs the direction from one to the other.
inline constexpr double kTouchingCores = 1e-8;

/// Answers are accurate to this fraction of size. Closer to touching, rounding decides whether shapes
/// overlap, and each routine rounds in its own way. So a bound that ends a query early must prove more than
/// this: see noiseOf().
inline constexpr double kNoise = 1e-6;

/// A later axis replaces an earlier one only if it is better by this fraction of the rounding scale.
/// Otherwise rounding could prefer an edge pair to a face.
inline constexpr double kTiedAxes = 1e-10;

/// Edges with a smaller sine between them define no axis: their cross product would be close to a face
/// normal.
inline constexpr double kParallelEdges = 1e-9;

/// Overlapping cores are pulled apart by this fraction of the rounding scale to find the points where they
/// would touch.
inline constexpr double kPull = 1e-3;

/// If two squared distances differ by more than this factor, the distances differ as floats.
inline constexpr double kClearlyFarther = 1.0 + 1e-6;

/// One shape's face is preferred to the other's by this fraction of the face bias, so that rounding does not
/// choose between them. It is the face of the shape that is clearly larger, by this factor, and otherwise
/// that of the first. So a body that slides over the tiles of a floor has their normal, not its own, also
/// while it is at the edge of one.
inline constexpr double kFaceTie = 0.1, kClearlyLarger = 1.01;
template <class T>
[[nodiscard]] constexpr bool isClearlyLarger(T radius, T otherRadius) {
    return radius > static_cast<T>(kClearlyLarger) * otherRadius;
}

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

}  // namespace sat3d::SAT3D_ABI
