#pragma once

/// @file
/// How deep a surface lies inside a convex hull.

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// The point of a surface that lies deepest.
struct DeepestPoint {
    double depth = 0.0;  ///< metres, to 1 %
    glm::dvec3 place{0.0};
};

/// Of all points of the triangles, not of corners alone: on each triangle, the depth below all faces is a
/// concave function, and its greatest value a linear program. Answers `ignored`, without a place, where
/// nothing lies deeper.
/// @param faces    outward planes of the hull
/// @param ignored  metres
[[nodiscard]] DeepestPoint deepestPoint(std::span<const glm::vec3> points,
                                        std::span<const std::array<std::uint32_t, 3>> triangles,
                                        std::span<const Plane> faces, double ignored);

}  // namespace sat3d::inline SAT3D_ABI
