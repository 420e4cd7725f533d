#pragma once

/// @file
/// The convex hull as triangles, exactly.

#include "geometry/hull_builder/triangle_hull.hpp"

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// The hull of the points: no point lies outside any of its triangles, not even by a rounding error, and the
/// surface is a triangulated sphere. Vertices in the middle of a flat face or a straight edge may remain.
/// Among duplicated points the one of lowest index is the vertex.
/// @param points   finite, of magnitudes for which orient3d is exact.
/// @param simplex  indices of four points not in one plane.
[[nodiscard]] SimplicialHull quickhull(std::span<const glm::vec3> points,
                                       const std::array<std::uint32_t, 4>& simplex);

}  // namespace sat3d::inline SAT3D_ABI
