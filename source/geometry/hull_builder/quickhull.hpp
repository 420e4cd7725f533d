#pragma once

/// @file
/// The Quickhull algorithm.

#include "geometry/hull_builder/triangle_hull.hpp"

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Computes the convex hull as triangles, with exact decisions: no point lies outside any triangle, not even
/// by a rounding error. Vertices in the interior of a planar face or a straight edge may remain. Among
/// duplicate points the one with the lowest index becomes the vertex.
/// @param points   finite, with magnitudes for which orient3d is exact
/// @param simplex  indices of four points that are not coplanar
/// Source: Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996.
[[nodiscard]] TriangleHull quickhull(std::span<const glm::vec3> points,
                                     const std::array<std::uint32_t, 4>& simplex);

}  // namespace sat3d::SAT3D_ABI
