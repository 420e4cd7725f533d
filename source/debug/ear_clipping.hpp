#pragma once

// Polygons as triangles, notches and all.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::debug {

/// Triangles that cover a polygon, wound as it is: corners - 2 of them, none for fewer than three corners.
/// Of a polygon that crosses itself, something of the kind. Quadratic in the corners, and a plain fan from
/// 1,000 on.
/// @param polygon  corners as indices into vertices
std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const std::uint32_t> polygon,
                                                       std::span<const glm::vec3> vertices);

}  // namespace sat3d::inline SAT3D_ABI::debug
