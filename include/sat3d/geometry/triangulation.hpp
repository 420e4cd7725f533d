#pragma once

/// @file
/// Polygons as triangles.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Triangles that cover a polygon, notches and all, wound as it is: corners - 2 of them, none for fewer than
/// three corners. Seen along its mean normal, it should not cross itself; if it does, and where more than
/// 1,000 corners are left, the rest is a fan.
/// @param polygon  corners as indices into vertices (asserted), which need not lie quite in one plane
/// @note  At worst cubic time, in practice quadratic.
/// Source: ear clipping; G. Meisters, "Polygons Have Ears", 1975.
[[nodiscard]] SAT3D_API std::vector<std::array<std::uint32_t, 3>> triangulated(
    std::span<const std::uint32_t> polygon, std::span<const glm::vec3> vertices);

}  // namespace sat3d::inline SAT3D_ABI
