#include "planar/contact/planar_gap.hpp"

#include "planar/contact/edge_search.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Below this distance, relative to the coordinates, rounding spoils the direction between two points.
constexpr double kTouchingPoints = 1e-10;

/// A gap in the frame of the core that owns the separating edge.
struct OwnedGap {
    double separation;  ///< of the cores
    glm::dvec2 normal;  ///< from the owner to the other core
    glm::dvec2 onOwner, onOther;
    PlanarFeatures features;  ///< as if the owner were A
};

double sizeOf(const glm::dvec2& v) {
    return std::max(std::abs(v.x), std::abs(v.y));
}

/// The gap between two vertices.
/// @param otherwise  the normal if the vertices nearly coincide
OwnedGap gapOfVertices(const glm::dvec2& onOwner, const glm::dvec2& onOther, const glm::dvec2& otherwise,
                       std::uint32_t ofOwner, std::uint32_t ofOther) {
    const glm::dvec2 between = onOther - onOwner;
    const double distance = glm::length(between);
    const bool isClear = distance > kTouchingPoints * (sizeOf(onOwner) + sizeOf(onOther));
    return {distance,
            isClear ? between / distance : otherwise,
            onOwner,
            onOther,
            {PlanarFeatures::Kind::Vertices, ofOwner, ofOther}};
}

/// The gap of two cores that are apart, if the closest point of the owner is an end of its separating edge.
/// The closest point of the other core is then its vertex closest to the edge. But if an edge there is
/// parallel, up to rounding, it may also be on this edge or at its other end.
OwnedGap gapAtVertex(const PlanarProxy& other, const PlanarTransform& otherInOwner, const glm::dvec2& end,
                     std::uint32_t endVertex, std::uint32_t vertex, const glm::dvec2& normal) {
    const auto gapTo = [&](std::uint32_t i) {
        return gapOfVertices(end, otherInOwner * other.vertex(i), normal, endVertex, i);
    };
    OwnedGap best = gapTo(vertex);
    if (other.edgeCount() == 0) {
        return best;
    }
    const glm::dvec2 endInOther = rotatedBack(otherInOwner.rotation, end - otherInOwner.position);
    for (const std::uint32_t edge : {other.before(vertex), vertex}) {
        const glm::dvec2 &from = other.vertex(edge), &along = other.vertex(other.after(edge)) - from;
        const double reach = glm::dot(along, endInOther - from);
        if (!(reach > 0.0 && reach < glm::dot(along, along))) {
            const OwnedGap atNeighbor = gapTo(edge == vertex ? other.after(vertex) : edge);
            best = atNeighbor.separation < best.separation ? atNeighbor : best;
            continue;
        }
        const double height = glm::dot(other.normal(edge), endInOther) - other.offset()[edge];
        if (height >= 0.0 && height < best.separation) {
            const glm::dvec2 toOwner = rotatedBy(otherInOwner.rotation, other.normal(edge));
            best = {height,
                    -toOwner,
                    end,
                    end - height * toOwner,
                    {PlanarFeatures::Kind::EdgeB, endVertex, edge}};
        }
    }
    return best;
}

/// Moves a vertex of the other core, which lies beyond the owner's edge, along the more parallel of its edges
/// to the end of the owner's edge. In an overlap this happens only if these edges are parallel, up to
/// rounding.
glm::dvec2 movedToEnd(const PlanarProxy& other, const PlanarTransform& otherInOwner, std::uint32_t vertex,
                      const glm::dvec2& end, const glm::dvec2& along) {
    const glm::dvec2 point = otherInOwner * other.vertex(vertex);
    const double missing = glm::dot(along, end - point);
    glm::dvec2 best = point;
    double steepest = 0.0;
    for (const std::uint32_t neighbor : {other.before(vertex), other.after(vertex)}) {
        const glm::dvec2 way = otherInOwner * other.vertex(neighbor) - point;
        const double progress = glm::dot(along, way);
        if (progress * missing > 0.0 && progress * progress > steepest * glm::dot(way, way)) {
            steepest = progress * progress / glm::dot(way, way);
            best = point + std::min(1.0, missing / progress) * way;
        }
    }
    return best;
}

OwnedGap gapAtEdge(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                   const SeparatingEdge& best) {
    const glm::dvec2 normal = owner.normal(best.edge);
    const std::uint32_t vertex = lowestVertex(other, rotatedBack(otherInOwner.rotation, normal));
    glm::dvec2 onOther = otherInOwner * other.vertex(vertex);
    if (owner.isBounded()) {
        const std::uint32_t next = owner.after(best.edge);
        const glm::dvec2 &from = owner.vertex(best.edge), &to = owner.vertex(next),
                         along = turnedLeft(normal);
        const bool isBefore = glm::dot(along, onOther - from) < 0.0;
        if (isBefore || glm::dot(along, onOther - to) > 0.0) {
            const glm::dvec2& end = isBefore ? from : to;
            if (best.separation > 0.0) {
                return gapAtVertex(other, otherInOwner, end, isBefore ? best.edge : next, vertex, normal);
            }
            onOther = movedToEnd(other, otherInOwner, vertex, end, along);
        }
    }
    return {best.separation,
            normal,
            onOther - best.separation * normal,
            onOther,
            {PlanarFeatures::Kind::EdgeA, best.edge, vertex}};
}

PlanarFeatures exchanged(const PlanarFeatures& features) {
    using enum PlanarFeatures::Kind;
    const PlanarFeatures::Kind kind = features.kind == EdgeA   ? EdgeB
                                      : features.kind == EdgeB ? EdgeA
                                                               : Vertices;
    return {kind, features.b, features.a};
}

/// Turns a gap in the frame of B, with B as its owner, into the gap of A and B in the frame of A.
OwnedGap seenFromA(const OwnedGap& gap, const PlanarTransform& bInA) {
    return {gap.separation, -rotatedBy(bInA.rotation, gap.normal), bInA * gap.onOther, bInA * gap.onOwner,
            exchanged(gap.features)};
}

}  // namespace

bool findGap(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, double limit,
             PlanarGap& gap) noexcept {
    const double radii = a.radius() + b.radius();
    const bool triesA = a.edgeCount() > 0 && b.isBounded(), triesB = b.edgeCount() > 0 && a.isBounded();
    const SeparatingEdge bestOfA = triesA ? bestEdge(a, b, bInA) : SeparatingEdge{};
    if (!(bestOfA.separation - radii < limit)) {
        return false;
    }
    const PlanarTransform aInB{rotatedBack(bInA.rotation, -bInA.position),
                               {bInA.rotation.x, -bInA.rotation.y}};
    const SeparatingEdge bestOfB = triesB ? bestEdge(b, a, aInB) : SeparatingEdge{};
    if (!(bestOfB.separation - radii < limit)) {
        return false;
    }
    if (!triesA && !triesB && !(a.isBounded() && b.isBounded())) {
        return false;  // two half-planes
    }
    const OwnedGap found =
        !triesA && !triesB ? gapOfVertices(a.vertex(0), bInA * b.vertex(0), glm::dvec2(1.0, 0.0), 0, 0)
        : bestOfB.separation > bestOfA.separation ? seenFromA(gapAtEdge(b, a, aInB, bestOfB), bInA)
                                                  : gapAtEdge(a, b, bInA, bestOfA);
    gap = {found.separation - radii, found.normal, found.onOwner, found.onOther, found.features};
    return gap.separation < limit;
}

}  // namespace sat3d::inline SAT3D_ABI
