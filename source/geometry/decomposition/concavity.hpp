#pragma once

/// @file
/// Concavity: depth of a mesh below the faces of a convex hull.

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The point of a mesh that lies deepest in a hull.
struct DeepestPoint {
    double depth = 0.0;  ///< meters, accurate to 1 %
    glm::dvec3 place{0.0};
};

/// Finds the deepest point over all points of the triangles, not only their vertices. On a triangle, the
/// depth below all faces is a concave function, so its maximum is a linear program.
/// @param faces    outward planes of the hull
/// @param ignored  meters: if nothing lies deeper, returns this depth and no valid place
[[nodiscard]] DeepestPoint deepestPoint(std::span<const glm::vec3> points,
                                        std::span<const std::array<std::uint32_t, 3>> triangles,
                                        std::span<const Plane> faces, double ignored);

}  // namespace sat3d::SAT3D_ABI
