#pragma once

/// @file
/// A hull's arrays wherever they lie.

#include <sat3d/geometry/hull_builder.hpp>

#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// Reads like a HullMesh, and holds nothing.
struct HullView {
    std::span<const glm::vec3> vertices;
    std::span<const std::uint32_t> sourceIndices;
    std::span<const HullMesh::Face> faces;
    std::span<const std::uint32_t> loops;
    std::span<const HullMesh::Edge> edges;
    double maxOutside = 0.0;
    double maxFaceThickness = 0.0;

    HullView() = default;
    HullView(const HullMesh& mesh)  // implicit: a mesh is one way to hold a hull
        : vertices(mesh.vertices),
          sourceIndices(mesh.sourceIndices),
          faces(mesh.faces),
          loops(mesh.loops),
          edges(mesh.edges),
          maxOutside(mesh.maxOutside),
          maxFaceThickness(mesh.maxFaceThickness) {}

    [[nodiscard]] std::span<const std::uint32_t> loopOf(std::uint32_t face) const {
        return loops.subspan(faces[face].firstVertex, faces[face].vertexCount);
    }
};

}  // namespace sat3d::inline SAT3D_ABI
