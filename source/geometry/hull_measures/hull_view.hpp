#pragma once

/// @file
/// Non-owning view of a hull.

#include <sat3d/geometry/hull_builder.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Non-owning view of a hull, with the members of HullMesh.
struct HullView {
    std::span<const glm::vec3> vertices;
    std::span<const std::uint32_t> inputIndices;
    std::span<const HullMesh::Face> faces;
    std::span<const std::uint32_t> faceIndices;
    std::span<const HullMesh::Edge> edges;
    double maxInputDistance = 0.0;
    double maxPlanarityError = 0.0;

    HullView() = default;
    HullView(const HullMesh& mesh)  // implicit on purpose
        : vertices(mesh.vertices),
          inputIndices(mesh.inputIndices),
          faces(mesh.faces),
          faceIndices(mesh.faceIndices),
          edges(mesh.edges),
          maxInputDistance(mesh.maxInputDistance),
          maxPlanarityError(mesh.maxPlanarityError) {}

    [[nodiscard]] std::span<const std::uint32_t> verticesOfFace(std::uint32_t face) const {
        return faceIndices.subspan(faces[face].firstVertex, faces[face].vertexCount);
    }
};

}  // namespace sat3d::SAT3D_ABI
