#pragma once

/// @file
/// How far an answer is from the reference.

#include "pairs_file.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::pairs_file {

/// One answer against its reference, as fractions of the pair's size.
struct Errors {
    /// False answers count from here on.
    static constexpr double kTolerance = 1e-6;

    double depth = 0.0;   ///< of the depth
    double excess = 0.0;  ///< true depth along the returned normal, beyond the minimum; 0 for hulls apart
    bool falsePositive = false, falseNegative = false;
};

/// @param depth      as answered: positive is overlap, negative a gap
/// @param trueDepth  what the hulls really overlap along the answered normal: see overlapAlong
/// The depth of an overlap has one right value. A gap has not: every axis that separates is proof, and which
/// axes were looked at differs between methods. There it must only be what the hulls really leave free.
[[nodiscard]] Errors errorsOf(double depth, double trueDepth, const Answer& reference);

/// The overlap of the vertices' shadows on an axis from A to B; negative is a gap.
/// @param axis  unit, world frame
[[nodiscard]] double overlapAlong(const glm::dvec3& axis, const ConvexHull& a, const DPose& poseA,
                                  const ConvexHull& b, const DPose& poseB);

}  // namespace sat3d::pairs_file
