#pragma once

/// @file
/// Fewer points around a convex hull: edges collapse into points outside.

#include "geometry/hull_builder/triangle_hull.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Points whose convex hull contains the given one, exactly. Edge by edge, the cheapest first, both ends of
/// an edge are replaced by one point above all their faces, which adds the least volume; cheap is what takes
/// the surface out least. Stops at the wanted number, or where every further step would go out too far or has
/// no such point (the edges of a box have none).
/// @param wanted  number of points to stop at, at least 4
/// @param limit   metres: no point lies farther from the hull
/// @note  O(n log n) steps, each of which looks at all n faces of the hull once.
/// Source: Sander, Gu, Gortler, Hoppe, Snyder, "Silhouette Clipping", 2000 (progressive hulls).
[[nodiscard]] std::vector<glm::vec3> collapseOutward(const SimplicialHull& hull, std::uint32_t wanted,
                                                     double limit);

}  // namespace sat3d::inline SAT3D_ABI
