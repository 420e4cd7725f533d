#pragma once

/// @file
/// Separating axis test (SAT) of two cores that overlap or nearly touch.

#include "narrowphase/convex/convex_proxy.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

struct SeparatingAxis {
    double separation = 0.0;     ///< signed, of the cores alone
    glm::dvec3 normalAToB{0.0};  ///< unit
    FeaturePair features;
};

/// Returns the axis with the largest separation (or the least overlap). Candidates are the face normals of A
/// and of B, and the cross products of each edge direction of A with each edge direction of B. Of equally
/// good axes, faces of A come before faces of B, faces before edges, and lower numbers before higher ones.
/// For overlapping cores, minus the separation is the exact depth. Flat pairs (segments, points) have a depth
/// of 0 along a normal of their plane or line. Time O(F V + D_A D_B V) for D distinct edge directions:
/// suitable if one of the shapes is small.
/// @param limit  if the separation exceeds it, the axis need not be the best
[[nodiscard]] SeparatingAxis convexSat(const ConvexProxy& a, const ConvexProxy& b,
                                       double limit = std::numeric_limits<double>::infinity()) noexcept;

/// Computes convexSat() for a core and the infinite prism behind a triangle. This gives the minimum
/// translation that does not lead behind the triangle. O((F + D_A) V).
[[nodiscard]] SeparatingAxis convexSatInFront(const ConvexProxy& a, const ConvexProxy& triangle) noexcept;

}  // namespace sat3d::SAT3D_ABI
