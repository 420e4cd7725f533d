#pragma once

/// @file
/// Triangulation of polygons.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Triangulates a polygon, convex or concave, by ear clipping. Returns n - 2 triangles for n vertices (none
/// for fewer than three), with the winding of the polygon.
/// @code
/// for (const auto& [a, b, c] : sat3d::triangulate(mesh.face(k), mesh.vertices)) { addTriangle(a, b, c); }
/// @endcode
/// @param polygon  a loop of indices into `vertices` (asserted), in nearly one plane. Seen along its mean
/// normal it should not intersect itself: if no ear is left, the rest becomes a triangle fan. While more than
/// 1,000 vertices remain, they are cut off in order without a search for ears.
/// @note  Quadratic time in practice, cubic at worst.
/// Source: G. Meisters, "Polygons Have Ears", 1975.
[[nodiscard]] SAT3D_API std::vector<std::array<std::uint32_t, 3>> triangulate(
    std::span<const std::uint32_t> polygon, std::span<const glm::vec3> vertices);

}  // namespace sat3d::SAT3D_ABI
