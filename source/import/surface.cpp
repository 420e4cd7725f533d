#include "import/surface.hpp"

#include "import/newell.hpp"

#include <sat3d/geometry/triangulation.hpp>

#include <glm/common.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

/// Compares the winding of each face with the normals the file gives its corners, in the mesh's own frame.
void countDisagreement(const Mesh& mesh, Surface& surface) {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : mesh.faceEnds) {
        const auto corners = std::span(mesh.corners).subspan(begin, end - begin);
        begin = end;
        glm::dvec3 sum(0.0);
        for (const std::uint32_t corner : corners) {
            sum += glm::dvec3(mesh.normals[corner]);
        }
        const double agreement = glm::dot(newell(std::span(mesh.positions), corners), sum);
        surface.facesWithNormals += agreement != 0.0 && std::isfinite(agreement);
        surface.facesAgainstNormals += agreement < 0.0;
    }
}

void append(const Mesh& mesh, const glm::dmat4& toModel, bool mirrored, Surface& surface) {
    std::vector<std::uint32_t> indexInSurface(mesh.positions.size(), kUnused);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : mesh.faceEnds) {
        const std::size_t first = surface.corners.size();
        for (; begin < end; ++begin) {
            std::uint32_t& index = indexInSurface[mesh.corners[begin]];
            if (index == kUnused) {
                index = static_cast<std::uint32_t>(surface.vertices.size());
                const glm::dvec4 position(glm::dvec3(mesh.positions[mesh.corners[begin]]), 1.0);
                surface.vertices.emplace_back(glm::dvec3(toModel * position));
            }
            surface.corners.push_back(index);
        }
        if (mirrored) {
            std::reverse(surface.corners.begin() + static_cast<std::ptrdiff_t>(first), surface.corners.end());
        }
        surface.faceEnds.push_back(static_cast<std::uint32_t>(surface.corners.size()));
        surface.faceTags.push_back(mesh.material);
    }
}

}  // namespace

SurfaceTriangles triangles(const Surface& surface) {
    SurfaceTriangles result;
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        for (const auto& triangle : triangulated(surface.face(face), surface.vertices)) {
            result.corners.insert(result.corners.end(), triangle.begin(), triangle.end());
            result.tags.push_back(surface.faceTags[face]);
        }
    }
    return result;
}

std::vector<PlacedMesh> placedMeshes(const Node& node) {
    std::vector<PlacedMesh> meshes;
    for (const std::uint32_t mesh : node.meshes) {
        meshes.push_back({mesh});
    }
    return meshes;
}

Surface assembleSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel) {
    Surface surface;
    std::size_t vertices = 0, corners = 0, faces = 0;
    for (const PlacedMesh& placed : meshes) {
        vertices += scene.meshes[placed.mesh].positions.size();
        corners += scene.meshes[placed.mesh].corners.size();
        faces += scene.meshes[placed.mesh].faceEnds.size();
    }
    surface.vertices.reserve(std::min(vertices, corners));
    surface.corners.reserve(corners);
    surface.faceEnds.reserve(faces);
    surface.faceTags.reserve(faces);
    for (const PlacedMesh& placed : meshes) {
        const Mesh& mesh = scene.meshes[placed.mesh];
        const glm::dmat4 meshToModel = toModel * placed.toNode;
        append(mesh, meshToModel, glm::determinant(glm::dmat3(meshToModel)) < 0.0, surface);
        if (!mesh.normals.empty()) {
            countDisagreement(mesh, surface);
        }
    }
    surface.verticesRead = static_cast<std::uint32_t>(surface.vertices.size());
    return surface;
}

double Extents::largest() const {
    const glm::dvec3 size = glm::dvec3(maximum) - glm::dvec3(minimum);
    return std::max({size.x, size.y, size.z});
}

Extents extents(std::span<const glm::vec3> points) {
    Extents result;
    if (!points.empty()) {
        result = {points.front(), points.front()};
    }
    for (const glm::vec3& point : points) {
        result.minimum = glm::min(result.minimum, point);
        result.maximum = glm::max(result.maximum, point);
    }
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
