#include "geometry/hull_builder/face_partition.hpp"

#include "core/no_index.hpp"
#include "math/componentwise.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr std::size_t kFewVertices = 128;  // looked at all in less time than climbed over

/// Whether the triangles on both sides of a half-edge lie in one plane, exactly.
bool isFlat(const SimplicialHull& hull, std::uint32_t halfEdge) {
    const std::uint32_t opposite = SimplicialHull::previous(hull.twins[halfEdge]);
    return orient3d(hull.corner(halfEdge), hull.corner(SimplicialHull::next(halfEdge)),
                    hull.corner(SimplicialHull::previous(halfEdge)), hull.corner(opposite)) == 0;
}

}  // namespace

FacePartition::FacePartition(const SimplicialHull& hull, Arena& arena)
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
        if (faceOf_[seed] != kNoIndex) {
            continue;
        }
        const std::uint32_t face = exactFaceCount();
        firstTriangle_.push_back(seed);
        faceOf_[seed] = face;
        flood.assign(1, seed);
        for (std::size_t i = 0; i < flood.size(); ++i) {
            for (std::uint32_t halfEdge = 3 * flood[i]; halfEdge < 3 * flood[i] + 3; ++halfEdge) {
                const std::uint32_t neighbor = hull.twins[halfEdge] / 3;
                if (faceOf_[neighbor] == kNoIndex && isFlat(hull, halfEdge)) {
                    faceOf_[neighbor] = face;
                    flood.push_back(neighbor);
                }
            }
        }
        for (std::size_t i = 0; i + 1 < flood.size(); ++i) {
            nextTriangle_[flood[i]] = flood[i + 1];
        }
    }
    nextPart_.assign(firstTriangle_.size(), kNoIndex);
    edgesAt_.assign(hull.positions.size(), 0);
    for (std::uint32_t halfEdge = 0; halfEdge < hull.origins.size(); ++halfEdge) {
        edgesAt_[hull.origins[halfEdge]] += isBoundary(halfEdge) ? 1 : 0;
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
        halfEdge = SimplicialHull::next(halfEdge);
        while (!isBoundary(halfEdge)) {
            halfEdge = SimplicialHull::next(hull_.twins[halfEdge]);
        }
    } while (halfEdge != first);
}

glm::dvec3 newellNormal(const SimplicialHull& hull, std::span<const std::uint32_t> loop) {
    const glm::dvec3& origin = hull.positions[loop[0]];
    glm::dvec3 sum(0.0);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        sum += accurateCross(hull.positions[loop[i]] - origin, hull.positions[loop[i + 1]] - origin);
    }
    return sum;
}

SupportSearch::SupportSearch(const SimplicialHull& hull, Arena& arena)
    : hull_(hull),
      seen_(hull.positions.size() <= kFewVertices ? 0 : hull.positions.size(), 0, arena),
      queue_(arena) {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        largest_ = maxOf(largest_, absOf(hull.positions[i]));
    }
}

/// Four maxima side by side: one would wait for itself at each vertex.
double SupportSearch::heightAmongFew(const glm::dvec3& normal) const {
    constexpr std::size_t kLanes = 4;
    std::array<double, kLanes> best;
    best.fill(glm::dot(normal, hull_.positions[0]));
    std::size_t i = 0;
    for (; i + kLanes <= hull_.positions.size(); i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            best[lane] = std::max(best[lane], glm::dot(normal, hull_.positions[i + lane]));
        }
    }
    for (; i < hull_.positions.size(); ++i) {
        best[0] = std::max(best[0], glm::dot(normal, hull_.positions[i]));
    }
    const double highest = std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
    for (i = 0; highest == 0.0 && i < hull_.positions.size(); ++i) {
        if (const double first = glm::dot(normal, hull_.positions[i]); first == 0.0) {
            return first;  // zero has two signs: that of the first vertex counts, as one by one
        }
    }
    return highest;
}

double SupportSearch::height(const glm::dvec3& normal, std::uint32_t start) {
    if (hull_.positions.size() <= kFewVertices) {
        return heightAmongFew(normal);
    }
    // On a convex surface every vertex can climb to the highest one; rounding may hide the way there behind
    // steps down of a few ulps only.
    const double step = 8.0 * std::numeric_limits<double>::epsilon() * glm::dot(absOf(normal), largest_);
    double best = glm::dot(normal, hull_.positions[start]);
    ++search_;
    seen_[start] = search_;
    queue_.assign(1, start);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        hull_.forEachOutgoing(queue_[i], [&](std::uint32_t halfEdge) {
            const std::uint32_t neighbor = hull_.origins[SimplicialHull::next(halfEdge)];
            if (seen_[neighbor] == search_) {
                return;
            }
            seen_[neighbor] = search_;
            const double value = glm::dot(normal, hull_.positions[neighbor]);
            if (value >= best - step) {
                best = std::max(best, value);
                queue_.push_back(neighbor);
            }
        });
    }
    return best;
}

}  // namespace sat3d::inline SAT3D_ABI
