#pragma once

/// @file
/// GJK: the distance of two disjoint cores.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/simplex.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <glm/ext/vector_double3.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

/// The closest points of two cores.
struct GjkResult {
    double distance = 0.0;       ///< 0 if the cores overlap; then the other members have no meaning
    glm::dvec3 normalAToB{0.0};  ///< unit
    glm::dvec3 onA{0.0}, onB{0.0};
    VertexPairs simplex;  ///< the vertices that span the closest points
};

/// Computes the distance by GJK; points and segments against boxes use box_distance.hpp, and a point and a
/// triangle are one simplex. The error is a few ulps of the rounding scale. In the rare case that GJK cannot
/// prove this, closestFeatures() decides.
/// @param start  start simplex of nearly the same poses, may be empty
/// @param limit  meters between the surfaces, convex radii included. For a pair beyond the limit, the result
/// may be any lower bound above it, without points.
/// Source: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance between
/// Complex Objects in Three-Dimensional Space", 1988.
[[nodiscard]] GjkResult gjk(const ConvexProxy& a, const ConvexProxy& b, const VertexPairs& start = {},
                            double limit = std::numeric_limits<double>::infinity()) noexcept;

/// The features on which the closest points lie.
[[nodiscard]] FeaturePair featuresOf(const ConvexProxy& a, const ConvexProxy& b,
                                     const GjkResult& apart) noexcept;

/// Computes the result of gjk() for cores that are known to be disjoint. Tests all vertex-face and edge-edge
/// pairs, so it cannot fail to converge. Cost: the product of both numbers of edges.
[[nodiscard]] GjkResult closestFeatures(const ConvexProxy& a, const ConvexProxy& b) noexcept;

}  // namespace sat3d::SAT3D_ABI
