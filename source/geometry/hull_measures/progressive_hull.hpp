#pragma once

/// @file
/// Simplification of hulls by edge collapse (progressive hulls).

#include "geometry/hull_builder/triangle_hull.hpp"

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Simplifies a hull to fewer points. The hull of the result contains the given hull, exactly. Each step
/// collapses an edge: it replaces both ends by one point above all their faces, the point that adds the least
/// volume. Edges whose new point is closest to the hull come first. Stops at the wanted number of points, or
/// if no remaining edge has a valid point within the limit. (The edges of a box have none.)
/// @param wanted  number of points, at least 4
/// @param limit   meters: largest distance of a point from the hull
/// @note  O(n log n) steps, each with a distance query against all n faces.
/// Source: Sander, Gu, Gortler, Hoppe, Snyder, "Silhouette Clipping", 2000 (progressive hulls).
[[nodiscard]] std::vector<glm::vec3> simplifyOutward(const TriangleHull& hull, std::uint32_t wanted,
                                                     double limit);

}  // namespace sat3d::SAT3D_ABI
