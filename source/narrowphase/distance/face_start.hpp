#pragma once

/// @file
/// A start of GJK for hulls whose closest points are those of a face and a vertex.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/simplex.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Returns a start simplex for gjk() of two hulls that a face separates: the vertex of the other hull that is
/// closest to the face, and the triangle of the face below it. From there GJK takes one or two steps. Without
/// a start it takes many for hulls that lie flat on each other. Returns an empty start if no face looks along
/// the axis.
/// @param a, b  proxies of hulls
/// @param axis  separates the hulls, unit, from A to B
[[nodiscard]] VertexPairs faceStart(const ConvexProxy& a, const ConvexProxy& b,
                                    const glm::dvec3& axis) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
