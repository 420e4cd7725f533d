#include "geometry/hull_measures/hull_largest_face.hpp"

#include "geometry/primitives/polygon_measures.hpp"

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

glm::dvec3 longestEdge(const HullView& mesh, std::uint32_t face) {
    const auto loop = mesh.verticesOfFace(face);
    glm::dvec3 longest(0.0);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec3 along =
            glm::dvec3(mesh.vertices[loop[(i + 1) % loop.size()]]) - glm::dvec3(mesh.vertices[loop[i]]);
        if (glm::dot(along, along) > glm::dot(longest, longest)) {
            longest = along;
        }
    }
    return longest;
}

}  // namespace

double faceArea(const HullView& mesh, std::uint32_t face) {
    return 0.5 * glm::length(newellNormal(mesh.vertices, mesh.verticesOfFace(face)));
}

glm::dmat3 largestFaceAxes(const HullView& mesh) {
    std::uint32_t largest = 0;
    for (std::uint32_t face = 1; face < mesh.faces.size(); ++face) {
        if (faceArea(mesh, face) > faceArea(mesh, largest) * (1.0 + 1e-9)) {
            largest = face;
        }
    }
    const glm::dvec3 z = mesh.faces[largest].plane.normal;
    const glm::dvec3 y = glm::normalize(glm::cross(z, longestEdge(mesh, largest)));
    return {glm::cross(y, z), y, z};
}

}  // namespace sat3d::SAT3D_ABI
