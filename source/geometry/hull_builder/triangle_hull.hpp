#pragma once

/// @file
/// A closed convex surface of triangles, as quickhull leaves it and face merging walks it.

#include <sat3d/core/config.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Half-edges 3 t, 3 t + 1, 3 t + 2 run counter-clockwise around triangle t, seen from outside.
struct SimplicialHull {
    /// Of the vertices, in the order the triangles name them: neighbours lie close in memory.
    std::vector<glm::dvec3> positions;
    std::vector<std::uint32_t> sources;   ///< of each vertex: its index in the input
    std::vector<std::uint32_t> outgoing;  ///< of each vertex: a half-edge that starts there
    std::vector<std::uint32_t> origins;   ///< of each half-edge: the vertex it starts at
    std::vector<std::uint32_t> twins;     ///< of each half-edge: the same edge in the other triangle

    [[nodiscard]] std::uint32_t triangleCount() const {
        return static_cast<std::uint32_t>(origins.size() / 3);
    }
    [[nodiscard]] static std::uint32_t next(std::uint32_t halfEdge) {
        return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1;
    }
    [[nodiscard]] static std::uint32_t previous(std::uint32_t halfEdge) {
        return halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1;
    }
    /// The next half-edge out of the same vertex, counter-clockwise.
    [[nodiscard]] std::uint32_t rotated(std::uint32_t halfEdge) const { return twins[previous(halfEdge)]; }

    [[nodiscard]] const glm::dvec3& corner(std::uint32_t halfEdge) const {
        return positions[origins[halfEdge]];
    }
    /// Normal of a triangle, twice its area long.
    [[nodiscard]] glm::dvec3 areaVector(std::uint32_t triangle) const {
        const glm::dvec3& a = corner(3 * triangle);
        return accurateCross(corner(3 * triangle + 1) - a, corner(3 * triangle + 2) - a);
    }

    /// Calls visit(halfEdge) for every half-edge out of a vertex.
    template <class Visit>
    void forEachOutgoing(std::uint32_t vertex, Visit visit) const {
        const std::uint32_t first = outgoing[vertex];
        std::uint32_t halfEdge = first;
        do {
            visit(halfEdge);
            halfEdge = rotated(halfEdge);
        } while (halfEdge != first);
    }
};

}  // namespace sat3d::inline SAT3D_ABI
