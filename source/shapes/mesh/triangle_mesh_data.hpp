#pragma once

/// @file
/// Shared data of a TriangleMesh.

#include "shapes/mesh/mesh_adjacency.hpp"

#include <sat3d/geometry/bvh.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

struct detail::MeshData {
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> tags;
    std::vector<std::uint32_t> degenerate;
    Sides sides = Sides::Both;
    bool isWatertight = false;
    Bvh tree;                               ///< over the triangles that have an area
    std::vector<std::uint32_t> sameVertex;  ///< for each vertex, the lowest vertex at the same position
    MeshAdjacency adjacency;
    std::uint64_t contentHash = 0;  ///< of vertices, indices, tags and sides

    [[nodiscard]] Triangle triangle(std::uint32_t number) const {
        const std::uint32_t* corner = &indices[3 * std::size_t{number}];
        return {{vertices[corner[0]], vertices[corner[1]], vertices[corner[2]]}};
    }
};
using detail::MeshData;

}  // namespace sat3d::SAT3D_ABI
