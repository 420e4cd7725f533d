#pragma once

/// @file
/// The signed separation of two convex shapes of the plane. The one authority: every verb asks here.

#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <glm/ext/vector_double2.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// The signed separation of two convex shapes, in the frame of A's core.
struct PlanarGap {
    double separation = std::numeric_limits<double>::infinity();
    glm::dvec2 normal{0.0};  ///< unit, from A to B; zero if both shapes are half-planes
    glm::dvec2 pointA{0.0};  ///< on A's core; A's surface is there plus radius times normal
    glm::dvec2 pointB{0.0};  ///< on B's core
    PlanarFeatures features;
    ChildPair children;  ///< by findChildGap()
};

/// Computes the separation. Returns false, with a gap that is not complete, if it is at least `limit`.
/// @param bInA  pose of B's core in the frame of A's
///
/// The separating axis test of the cores finds the edge whose normal separates them most. If the cores
/// overlap, this is the minimum translation. If they are apart, the closest points are on this edge or at
/// one of its ends: the nearest point of a convex polygon and the edge that is farthest in front of a point
/// are neighbors. The end of an edge counts as an edge of length 0: it alone tells cores without width apart
/// that lie in one line. The radii then only add up, because rounding moves every support by the same amount.
[[nodiscard]] bool findGap(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA,
                           double limit, PlanarGap& gap) noexcept;

}  // namespace sat3d::SAT3D_ABI
