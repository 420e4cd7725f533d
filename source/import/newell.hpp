#pragma once

/// Normals of polygons that need be neither flat nor convex.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI::importing {

/// Normal of a polygon by Newell's method, counter-clockwise, twice its (mean) area long. Relative to the
/// first corner, so that the distance from the origin costs no precision. Two corners at least.
/// Source: Sutherland, Sproull, Schumacker, "A Characterization of Ten Hidden-Surface Algorithms", 1974.
inline glm::dvec3 newell(std::span<const glm::vec3> vertices, std::span<const std::uint32_t> corners) {
    const glm::dvec3 origin(vertices[corners.front()]);
    glm::dvec3 sum(0.0);
    glm::dvec3 before = glm::dvec3(vertices[corners[1]]) - origin;
    for (const std::uint32_t corner : corners.subspan(2)) {
        const glm::dvec3 here = glm::dvec3(vertices[corner]) - origin;
        sum += glm::cross(before, here);
        before = here;
    }
    return sum;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
