#include "geometry/hull_builder/face_partition.hpp"

#include "core/no_index.hpp"
#include "geometry/primitives/polygon_measures.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>

#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether the two triangles at an edge are exactly coplanar.
bool isFlat(const TriangleHull& hull, std::uint32_t halfEdge) {
    const std::uint32_t opposite = TriangleHull::previous(hull.twins[halfEdge]);
    return orient3d(hull.corner(halfEdge), hull.corner(TriangleHull::next(halfEdge)),
                    hull.corner(TriangleHull::previous(halfEdge)), hull.corner(opposite)) == 0;
}

}  // namespace

FacePartition::FacePartition(const TriangleHull& hull, Arena& arena)
    : hull_(hull),
      areas_(arena),
      faceOf_(hull.triangleCount(), kNoIndex, arena),
      nextTriangle_(hull.triangleCount(), kNoIndex, arena),
      firstTriangle_(arena),
      edgesAt_(arena),
      nextPart_(arena) {
    areas_.reserve(hull.triangleCount());
    firstTriangle_.reserve(hull.triangleCount());
    for (std::uint32_t triangle = 0; triangle < hull.triangleCount(); ++triangle) {
        areas_.push_back(hull.areaVector(triangle));
    }
    ArenaVector<std::uint32_t> flood(arena);
    flood.reserve(hull.triangleCount());
    for (std::uint32_t seed = 0; seed < hull.triangleCount(); ++seed) {
        if (faceOf_[seed] == kNoIndex) {
            addExactFace(seed, flood);
        }
    }
    nextPart_.assign(firstTriangle_.size(), kNoIndex);
    edgesAt_.assign(hull.positions.size(), 0);
    for (std::uint32_t halfEdge = 0; halfEdge < hull.origins.size(); ++halfEdge) {
        edgesAt_[hull.origins[halfEdge]] += isBoundary(halfEdge) ? 1 : 0;
    }
}

void FacePartition::addExactFace(std::uint32_t seed, ArenaVector<std::uint32_t>& flood) {
    const std::uint32_t face = exactFaceCount();
    firstTriangle_.push_back(seed);
    faceOf_[seed] = face;
    flood.assign(1, seed);
    for (std::size_t i = 0; i < flood.size(); ++i) {
        for (std::uint32_t halfEdge = 3 * flood[i]; halfEdge < 3 * flood[i] + 3; ++halfEdge) {
            const std::uint32_t neighbor = hull_.twins[halfEdge] / 3;
            if (faceOf_[neighbor] == kNoIndex && isFlat(hull_, halfEdge)) {
                faceOf_[neighbor] = face;
                flood.push_back(neighbor);
            }
        }
    }
    for (std::size_t i = 0; i + 1 < flood.size(); ++i) {
        nextTriangle_[flood[i]] = flood[i + 1];
    }
}

void FacePartition::join(std::uint32_t face, std::uint32_t part) {
    forEachHalfEdge(part, [&](std::uint32_t halfEdge) {
        if (faceAcross(halfEdge) == face) {
            --edgesAt_[hull_.origins[halfEdge]];
            --edgesAt_[hull_.origins[hull_.twins[halfEdge]]];
        }
    });
    forEachTriangle(part, [&](std::uint32_t triangle) { faceOf_[triangle] = face; });
    nextPart_[part] = nextPart_[face];
    nextPart_[face] = part;
}

std::vector<std::uint32_t> FacePartition::split(std::uint32_t face) {
    std::vector<std::uint32_t> inner;
    forEachHalfEdge(face, [&](std::uint32_t halfEdge) {
        if (!isBoundary(halfEdge)) {
            inner.push_back(halfEdge);
        }
    });
    std::vector<std::uint32_t> parts;
    for (std::uint32_t part = face; part != kNoIndex;) {
        parts.push_back(part);
        part = std::exchange(nextPart_[part], kNoIndex);
        forEachTriangle(parts.back(), [&](std::uint32_t triangle) { faceOf_[triangle] = parts.back(); });
    }
    for (const std::uint32_t halfEdge : inner) {
        edgesAt_[hull_.origins[halfEdge]] += isBoundary(halfEdge) ? 1 : 0;
    }
    return parts;
}

std::uint32_t FacePartition::firstOnBoundary(std::uint32_t face) const {
    for (std::uint32_t part = face; part != kNoIndex; part = nextPart_[part]) {
        for (std::uint32_t triangle = firstTriangle_[part]; triangle != kNoIndex;
             triangle = nextTriangle_[triangle]) {
            for (std::uint32_t halfEdge = 3 * triangle; halfEdge < 3 * triangle + 3; ++halfEdge) {
                if (isBoundary(halfEdge)) {
                    return halfEdge;
                }
            }
        }
    }
    return kNoIndex;
}

void FacePartition::outline(std::uint32_t face, ArenaVector<std::uint32_t>& halfEdges) const {
    halfEdges.clear();
    const std::uint32_t first = firstOnBoundary(face);
    SAT3D_ASSERT(first != kNoIndex, "a face never covers the whole hull");
    std::uint32_t halfEdge = first;
    do {
        halfEdges.push_back(halfEdge);
        halfEdge = TriangleHull::next(halfEdge);
        while (!isBoundary(halfEdge)) {
            halfEdge = TriangleHull::next(hull_.twins[halfEdge]);
        }
    } while (halfEdge != first);
}

glm::dvec3 newellNormal(const TriangleHull& hull, std::span<const std::uint32_t> loop) {
    return newellNormal(
        loop, [&](std::uint32_t vertex) { return hull.positions[vertex]; }, accurateCross);
}

}  // namespace sat3d::SAT3D_ABI
