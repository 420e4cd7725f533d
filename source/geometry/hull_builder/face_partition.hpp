#pragma once

/// @file
/// Which triangles of a hull make up which face.

#include "core/arena.hpp"
#include "core/no_index.hpp"
#include "geometry/hull_builder/triangle_hull.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// The faces of a hull as sets of triangles. It starts as the exact faces of the polyhedron, the sets of
/// triangles that lie in one plane to the last bit; these can be joined into larger faces and parted again.
/// A joined face bears the number of its first part.
class FacePartition {
public:
    /// @param arena  outlives the partition
    FacePartition(const SimplicialHull& hull, Arena& arena);

    [[nodiscard]] const SimplicialHull& hull() const { return hull_; }
    /// Number of exact faces; joining leaves gaps in the numbers in use.
    [[nodiscard]] std::uint32_t exactFaceCount() const {
        return static_cast<std::uint32_t>(firstTriangle_.size());
    }
    /// Normal of a triangle, twice its area long.
    [[nodiscard]] const glm::dvec3& areaVector(std::uint32_t triangle) const { return areas_[triangle]; }
    [[nodiscard]] bool exists(std::uint32_t face) const { return faceOf_[firstTriangle_[face]] == face; }
    /// More than one exact face.
    [[nodiscard]] bool isJoined(std::uint32_t face) const { return nextPart_[face] != kNoIndex; }
    [[nodiscard]] std::uint32_t faceOf(std::uint32_t halfEdge) const { return faceOf_[halfEdge / 3]; }
    [[nodiscard]] std::uint32_t faceAcross(std::uint32_t halfEdge) const {
        return faceOf_[hull_.twins[halfEdge] / 3];
    }
    [[nodiscard]] bool isBoundary(std::uint32_t halfEdge) const {
        return faceOf(halfEdge) != faceAcross(halfEdge);
    }
    [[nodiscard]] std::uint32_t firstHalfEdge(std::uint32_t face) const { return 3 * firstTriangle_[face]; }
    /// Three faces or more meet there; the other vertices lie inside a face or on an edge.
    [[nodiscard]] bool isCorner(std::uint32_t vertex) const { return edgesAt_[vertex] >= 3; }

    /// Joins `part`, a face that is not joined, to `face`.
    void join(std::uint32_t face, std::uint32_t part);
    /// Parts a joined face into its exact faces; returns their numbers.
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

    /// The half-edges around a face, counter-clockwise from outside: the loop that starts at one of them.
    void outline(std::uint32_t face, ArenaVector<std::uint32_t>& halfEdges) const;

private:
    /// Of a face's half-edges, or kNoIndex.
    [[nodiscard]] std::uint32_t firstOnBoundary(std::uint32_t face) const;

    const SimplicialHull& hull_;
    ArenaVector<glm::dvec3> areas_;             ///< per triangle
    ArenaVector<std::uint32_t> faceOf_;         ///< per triangle
    ArenaVector<std::uint32_t> nextTriangle_;   ///< per triangle: the following one of its exact face
    ArenaVector<std::uint32_t> firstTriangle_;  ///< per exact face
    ArenaVector<std::uint32_t> edgesAt_;        ///< per vertex: edges between faces that end there
    ArenaVector<std::uint32_t> nextPart_;       ///< per exact face: the following one of the joined face
};

/// Normal of a loop of vertices, twice the enclosed area long (Newell): the best fit of a loop that is nearly
/// plane.
[[nodiscard]] glm::dvec3 newellNormal(const SimplicialHull& hull, std::span<const std::uint32_t> loop);

/// Finds how far a hull reaches along a direction.
class SupportSearch {
public:
    SupportSearch(const SimplicialHull& hull, Arena& arena);

    /// The largest dot(normal, vertex), as computed, over all vertices; `start` should lie near the top.
    [[nodiscard]] double height(const glm::dvec3& normal, std::uint32_t start);

private:
    [[nodiscard]] double heightAmongFew(const glm::dvec3& normal) const;

    const SimplicialHull& hull_;
    // Empty and zero where vertices are so few that all are looked at.
    glm::dvec3 largest_{0.0};          ///< of each coordinate's magnitudes
    ArenaVector<std::uint32_t> seen_;  ///< per vertex: the search that saw it last
    ArenaVector<std::uint32_t> queue_;
    std::uint32_t search_ = 0;
};

}  // namespace sat3d::inline SAT3D_ABI
