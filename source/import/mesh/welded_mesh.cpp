#include "import/mesh/welded_mesh.hpp"

#include "geometry/primitives/polygon_measures.hpp"

#include <sat3d/geometry/triangulation.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::SAT3D_ABI::importing {
namespace {

/// Counts the faces whose winding contradicts their normals in the file. Compares in the mesh's own frame.
void countDisagreement(const Mesh& mesh, WeldedMesh& surface) {
    for (std::size_t k = 0; k < mesh.faceCount(); ++k) {
        glm::dvec3 sum(0.0);
        for (const std::uint32_t vertex : mesh.face(k)) {
            sum += glm::dvec3(mesh.normals[vertex]);
        }
        const double agreement = glm::dot(newellNormal(mesh.vertices, mesh.face(k)), sum);
        surface.facesWithNormals += agreement != 0.0 && std::isfinite(agreement);
        surface.facesAgainstNormals += agreement < 0.0;
    }
}

void append(const Mesh& mesh, const glm::dmat4& toModel, WeldedMesh& surface) {
    constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
    const bool isMirrored = glm::determinant(glm::dmat3(toModel)) < 0.0;
    std::vector<std::uint32_t> indexInSurface(mesh.vertices.size(), kUnused);
    std::vector<std::uint32_t> face;
    for (std::size_t k = 0; k < mesh.faceCount(); ++k) {
        face.clear();
        for (const std::uint32_t vertex : mesh.face(k)) {
            if (indexInSurface[vertex] == kUnused) {
                indexInSurface[vertex] = static_cast<std::uint32_t>(surface.vertices.size());
                const glm::dvec4 position(glm::dvec3(mesh.vertices[vertex]), 1.0);
                surface.vertices.emplace_back(glm::dvec3(toModel * position));
            }
            face.push_back(indexInSurface[vertex]);
        }
        if (isMirrored) {
            std::ranges::reverse(face);
        }
        surface.addFace(face);
        surface.faceTags.push_back(mesh.material);
    }
}

}  // namespace

SurfaceTriangles triangles(const WeldedMesh& surface) {
    SurfaceTriangles result;
    result.indices.reserve(surface.indices.size());
    result.tags.reserve(surface.faceCount());
    for (std::size_t face = 0; face < surface.faceCount(); ++face) {
        if (const auto polygon = surface.face(face); polygon.size() == 3) {
            result.indices.insert(result.indices.end(), polygon.begin(), polygon.end());
            result.tags.push_back(surface.faceTags[face]);
            continue;
        }
        for (const auto& triangle : triangulate(surface.face(face), surface.vertices)) {
            result.indices.insert(result.indices.end(), triangle.begin(), triangle.end());
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

std::size_t unusedVertices(const Mesh& mesh) {
    std::vector<bool> isUsed(mesh.vertices.size());
    for (const std::uint32_t vertex : mesh.indices) {
        isUsed[vertex] = true;
    }
    return static_cast<std::size_t>(std::ranges::count(isUsed, false));
}

WeldedMesh assembleSurface(const Scene& scene, std::span<const PlacedMesh> meshes,
                           const glm::dmat4& toModel) {
    WeldedMesh surface;
    std::size_t vertices = 0, corners = 0, faces = 0;
    for (const PlacedMesh& placed : meshes) {
        const Mesh& mesh = scene.meshes[placed.mesh];
        vertices += std::min(mesh.vertices.size(), mesh.indices.size());  // unused vertices are omitted
        corners += mesh.indices.size();
        faces += mesh.faceCount();
    }
    surface.vertices.reserve(vertices);
    surface.indices.reserve(corners);
    surface.faceEndOffsets.reserve(faces);
    surface.faceTags.reserve(faces);
    for (const PlacedMesh& placed : meshes) {
        const Mesh& mesh = scene.meshes[placed.mesh];
        append(mesh, toModel * placed.toNode, surface);
        if (!mesh.normals.empty()) {
            countDisagreement(mesh, surface);
        }
    }
    surface.verticesRead = static_cast<std::uint32_t>(surface.vertices.size());
    return surface;
}

}  // namespace sat3d::SAT3D_ABI::importing
