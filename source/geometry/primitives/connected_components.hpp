#pragma once

/// @file
/// Connected components of meshes.

#include "geometry/primitives/disjoint_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Components of a mesh: sets of faces that are connected through common vertices. An unused vertex is a
/// component of its own. Components are numbered by their first vertex.
struct ConnectedComponents {
    std::vector<std::uint32_t> componentOf;       ///< per vertex
    std::vector<std::uint32_t> indexInComponent;  ///< per vertex: its index within its component
    std::uint32_t count = 0;
};

/// Finds the connected components of a mesh.
/// @param faceAt  returns the vertex numbers of a face: std::span<const std::uint32_t>(std::size_t)
template <class FaceAt>
[[nodiscard]] ConnectedComponents connectedComponents(std::size_t vertexCount, std::size_t faceCount,
                                                      const FaceAt& faceAt) {
    DisjointSets sets(vertexCount);
    for (std::size_t k = 0; k < faceCount; ++k) {
        const std::span<const std::uint32_t> face = faceAt(k);
        for (const std::uint32_t vertex : face) {
            sets.join(face.front(), vertex);
        }
    }
    ConnectedComponents result;
    result.componentOf.resize(vertexCount);
    result.indexInComponent.resize(vertexCount);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t vertex = 0; vertex < vertexCount; ++vertex) {
        // The representative of a set is its lowest vertex, so it is numbered before the others.
        const std::uint32_t lowest = sets.setOf(vertex);
        if (lowest == vertex) {
            result.componentOf[vertex] = result.count++;
            sizes.push_back(0);
        }
        result.componentOf[vertex] = result.componentOf[lowest];
        result.indexInComponent[vertex] = sizes[result.componentOf[vertex]]++;
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI
