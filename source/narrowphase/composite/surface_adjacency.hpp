#pragma once

/// @file
/// The neighbors of the triangles of a surface, in constant time.

#include "core/no_index.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "shapes/mesh/height_field_adjacency.hpp"
#include "shapes/mesh/mesh_adjacency.hpp"

#include <sat3d/shapes/shape_ref.hpp>

#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Calls take(const EdgePart&) for the parts of edge `edge` (vertex `edge` to the next) of a
/// triangle.
template <class Take>
void forEachEdgePart(ShapeRef surface, std::uint32_t triangle, std::uint32_t edge, const Take& take) {
    if (surface.kind() == ShapeRef::Kind::TriangleMesh) {
        surface.mesh().data().adjacency.forEachPart(triangle, edge, take);
        return;
    }
    const std::uint32_t across = acrossEdge(surface.heightField().data(), triangle, edge);
    EdgePart part;
    if (across != kNoIndex) {
        part.triangles = {&across, 1};
    }
    take(part);
}

/// Calls take(std::uint32_t) for the triangles at vertex `corner` of a triangle, that one among them.
template <class Take>
void forEachTriangleAtVertex(ShapeRef surface, std::uint32_t triangle, std::uint32_t corner,
                             const Take& take) {
    if (surface.kind() == ShapeRef::Kind::TriangleMesh) {
        const MeshData& mesh = surface.mesh().data();
        const std::uint32_t vertex = mesh.sameVertex[mesh.indices[3 * std::size_t{triangle} + corner]];
        for (const std::uint32_t other : mesh.adjacency.trianglesAt(vertex)) {
            take(other);
        }
        return;
    }
    forEachTriangleAt(surface.heightField().data(), triangle, corner, take);
}

}  // namespace sat3d::SAT3D_ABI
