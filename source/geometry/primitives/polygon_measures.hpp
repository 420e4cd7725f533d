#pragma once

/// @file
/// Normals of polygons, and volumes of polygon meshes.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Normal of a polygon by Newell's method. Its length is twice the area; for a polygon that is not planar it
/// is the normal of best fit. Computed relative to the first vertex, so the distance from the origin costs no
/// precision.
/// @param loop  vertex numbers, counter-clockwise; at least one
/// @param at  returns the position of a vertex: glm::dvec3(std::uint32_t)
/// @param cross  returns the cross product of two glm::dvec3
/// Source: Sutherland, Sproull, Schumacker, "A Characterization of Ten Hidden-Surface Algorithms", 1974.
template <class At, class Cross>
[[nodiscard]] glm::dvec3 newellNormal(std::span<const std::uint32_t> loop, const At& at, const Cross& cross) {
    const glm::dvec3 origin = at(loop[0]);
    glm::dvec3 sum(0.0);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        sum += cross(at(loop[i]) - origin, at(loop[i + 1]) - origin);
    }
    return sum;
}
[[nodiscard]] inline glm::dvec3 newellNormal(std::span<const glm::vec3> vertices,
                                             std::span<const std::uint32_t> loop) {
    return newellNormal(
        loop, [&](std::uint32_t vertex) { return glm::dvec3(vertices[vertex]); },
        [](const glm::dvec3& u, const glm::dvec3& v) { return glm::cross(u, v); });
}

/// Signed volume of a closed mesh of polygons, in cubic meters: the sum of the tetrahedra between the first
/// vertex and the triangle fans of the faces. Negative for an inverted mesh.
/// @param faceAt  returns the vertex numbers of a face: std::span<const std::uint32_t>(std::size_t)
template <class FaceAt>
[[nodiscard]] double signedVolume(std::span<const glm::vec3> vertices, std::size_t faceCount,
                                  const FaceAt& faceAt) {
    if (vertices.empty()) {
        return 0.0;
    }
    const glm::dvec3 origin(vertices.front());
    const auto at = [&](std::uint32_t vertex) { return glm::dvec3(vertices[vertex]) - origin; };
    double sixfold = 0.0;
    for (std::size_t k = 0; k < faceCount; ++k) {
        const std::span<const std::uint32_t> face = faceAt(k);
        const glm::dvec3 first = at(face[0]);
        for (std::size_t i = 1; i + 1 < face.size(); ++i) {
            sixfold += glm::dot(first, glm::cross(at(face[i]), at(face[i + 1])));
        }
    }
    return sixfold / 6.0;
}

}  // namespace sat3d::SAT3D_ABI
