#pragma once

/// @file
/// Partition of the triangles of a hull into faces.

#include "core/arena.hpp"
#include "core/no_index.hpp"
#include "geometry/hull_builder/triangle_hull.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The faces of a hull as sets of triangles. Initially these are the exact faces of the polyhedron: the
/// connected sets of exactly coplanar triangles. Exact faces can be joined to larger faces, and split again.
/// A joined face has the number of its first part.
class FacePartition {
public:
    /// @param arena  must outlive the partition
    FacePartition(const TriangleHull& hull, Arena& arena);

    [[nodiscard]] const TriangleHull& hull() const { return hull_; }
    /// Number of exact faces. After joining, not all numbers below it are in use: see exists().
    [[nodiscard]] std::uint32_t exactFaceCount() const {
        return static_cast<std::uint32_t>(firstTriangle_.size());
    }
    /// Normal of a triangle; its length is twice the area.
    [[nodiscard]] const glm::dvec3& areaVector(std::uint32_t triangle) const { return areas_[triangle]; }
    [[nodiscard]] bool exists(std::uint32_t face) const { return faceOf_[firstTriangle_[face]] == face; }
    /// Whether the face consists of more than one exact face.
    [[nodiscard]] bool isJoined(std::uint32_t face) const { return nextPart_[face] != kNoIndex; }
    [[nodiscard]] std::uint32_t faceOf(std::uint32_t halfEdge) const { return faceOf_[halfEdge / 3]; }
    [[nodiscard]] std::uint32_t faceAcross(std::uint32_t halfEdge) const {
        return faceOf_[hull_.twins[halfEdge] / 3];
    }
    [[nodiscard]] bool isBoundary(std::uint32_t halfEdge) const {
        return faceOf(halfEdge) != faceAcross(halfEdge);
    }
    [[nodiscard]] std::uint32_t firstHalfEdge(std::uint32_t face) const { return 3 * firstTriangle_[face]; }
    /// Whether at least three faces meet at the vertex. Other vertices lie in a face or on an edge.
    [[nodiscard]] bool isCorner(std::uint32_t vertex) const { return edgesAt_[vertex] >= 3; }

    /// Joins `part`, a single exact face, to `face`.
    void join(std::uint32_t face, std::uint32_t part);
    /// Splits a joined face into its exact faces. Returns their numbers.
    std::vector<std::uint32_t> split(std::uint32_t face);

    template <class Visit>
    void forEachTriangle(std::uint32_t face, Visit visit) const {
        for (std::uint32_t part = face; part != kNoIndex; part = nextPart_[part]) {
            for (std::uint32_t triangle = firstTriangle_[part]; triangle != kNoIndex;
                 triangle = nextTriangle_[triangle]) {
                visit(triangle);
            }
        }
    }
    template <class Visit>
    void forEachHalfEdge(std::uint32_t face, Visit visit) const {
        forEachTriangle(face, [&](std::uint32_t triangle) {
            for (std::uint32_t halfEdge = 3 * triangle; halfEdge < 3 * triangle + 3; ++halfEdge) {
                visit(halfEdge);
            }
        });
    }

    /// Writes the boundary loop of a face, counter-clockwise seen from outside. If there are several loops,
    /// writes one of them.
    void outline(std::uint32_t face, ArenaVector<std::uint32_t>& halfEdges) const;

private:
    /// Adds the exact face of a triangle. @param flood  buffer
    void addExactFace(std::uint32_t seed, ArenaVector<std::uint32_t>& flood);
    /// The first boundary half-edge of a face, or kNoIndex.
    [[nodiscard]] std::uint32_t firstOnBoundary(std::uint32_t face) const;

    const TriangleHull& hull_;
    ArenaVector<glm::dvec3> areas_;             ///< per triangle
    ArenaVector<std::uint32_t> faceOf_;         ///< per triangle
    ArenaVector<std::uint32_t> nextTriangle_;   ///< per triangle: the next triangle of its exact face
    ArenaVector<std::uint32_t> firstTriangle_;  ///< per exact face
    ArenaVector<std::uint32_t> edgesAt_;        ///< per vertex: number of edges between faces
    ArenaVector<std::uint32_t> nextPart_;       ///< per exact face: the next exact face of the joined face
};

/// Newell normal of a loop of vertices of a hull, with accurate cross products.
[[nodiscard]] glm::dvec3 newellNormal(const TriangleHull& hull, std::span<const std::uint32_t> loop);

}  // namespace sat3d::SAT3D_ABI
