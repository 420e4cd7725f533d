#pragma once

/// @file
/// Half-edge mesh of a convex hull of triangles: the output of quickhull and the input of face merging.

#include <sat3d/math/exact.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A convex hull of triangles. Half-edges 3 t, 3 t + 1, 3 t + 2 run counter-clockwise around triangle t, seen
/// from outside.
struct TriangleHull {
    /// Positions of the vertices, in the order of their first use by a triangle: neighbors are close in
    /// memory.
    std::vector<glm::dvec3> positions;
    std::vector<std::uint32_t> inputIndices;  ///< per vertex: its index in the input
    std::vector<std::uint32_t> outgoing;      ///< per vertex: a half-edge that starts there
    std::vector<std::uint32_t> origins;       ///< per half-edge: its start vertex
    std::vector<std::uint32_t> twins;         ///< per half-edge: the opposite half-edge

    [[nodiscard]] std::uint32_t triangleCount() const {
        return static_cast<std::uint32_t>(origins.size() / 3);
    }
    [[nodiscard]] static std::uint32_t next(std::uint32_t halfEdge) {
        return halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1;
    }
    [[nodiscard]] static std::uint32_t previous(std::uint32_t halfEdge) {
        return halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1;
    }
    /// The next outgoing half-edge of the same vertex, counter-clockwise.
    [[nodiscard]] std::uint32_t rotated(std::uint32_t halfEdge) const { return twins[previous(halfEdge)]; }

    [[nodiscard]] const glm::dvec3& corner(std::uint32_t halfEdge) const {
        return positions[origins[halfEdge]];
    }
    /// Normal of a triangle; its length is twice the area.
    [[nodiscard]] glm::dvec3 areaVector(std::uint32_t triangle) const {
        const glm::dvec3& a = corner(3 * triangle);
        return accurateCross(corner(3 * triangle + 1) - a, corner(3 * triangle + 2) - a);
    }

    /// Calls visit(halfEdge) for each outgoing half-edge of a vertex.
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

}  // namespace sat3d::SAT3D_ABI
