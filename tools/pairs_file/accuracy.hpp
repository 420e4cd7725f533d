#pragma once

/// @file
/// Errors of an answer compared with its reference.

#include "pairs_file.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::pairs_file {

/// Errors of one answer, as fractions of the pair's size.
struct Errors {
    /// Verdicts are false only if the reference depth exceeds this fraction of size.
    static constexpr double kTolerance = 1e-6;

    double depth = 0.0;   ///< error of the depth
    double excess = 0.0;  ///< depth along the returned normal minus the minimum depth; 0 for separated hulls
    bool falsePositive = false, falseNegative = false;
};

/// Compares an answer with its reference. An overlap has one correct depth. A separation depends on the axes
/// that a method tests, because every separating axis proves it. Therefore it must only equal the true
/// separation of the hulls along the returned normal.
/// @param depth      the answered depth: positive for an overlap, negative for a separation
/// @param trueDepth  the overlap of the hulls along the returned normal: see overlapAlong
[[nodiscard]] Errors errorsOf(double depth, double trueDepth, const Answer& reference);

/// Returns the overlap of the projections of both hulls on an axis from A to B; negative for a separation.
/// @param axis  unit, world frame
[[nodiscard]] double overlapAlong(const glm::dvec3& axis, const ConvexHull& a, const DPose& poseA,
                                  const ConvexHull& b, const DPose& poseB);

}  // namespace sat3d::pairs_file
