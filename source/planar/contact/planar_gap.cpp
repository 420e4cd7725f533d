#include "planar/contact/planar_gap.hpp"

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/edge_search.hpp"
#include "planar/contact/point_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

namespace {

// The functions below write the gap of two cores, radii left out, in the frame of the core that owns the
// separating edge, and as if the owner were A. They write member by member (see
// core/store_forwarding.hpp).

/// The gap of two cores that are apart, if the closest point of the owner is a vertex. The closest point of
/// the other core is then the vertex that faces it. But if an edge there is parallel, up to rounding, it may
/// also be on this edge or at its other end.
void writeAtVertex(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                   const FacingVertices& facing, PlanarGap& gap) {
    const glm::dvec2& end = owner.vertex(facing.ofOwner);
    writeVertexGap(end, otherInOwner * other.vertex(facing.ofOther), facing, gap);
    if (other.edgeCount() == 0) {
        return;
    }
    const glm::dvec2 endInOther = rotatedBack(otherInOwner.rotation, end - otherInOwner.position);
    for (const std::uint32_t edge : {other.before(facing.ofOther), facing.ofOther}) {
        const std::uint32_t next = other.after(edge);
        const glm::dvec2 &from = other.vertex(edge), &along = other.vertex(next) - from;
        const double reach = glm::dot(along, endInOther - from);
        if (!(reach > 0.0 && reach < glm::dot(along, along))) {
            const std::uint32_t neighbor = edge == facing.ofOther ? next : edge;
            const glm::dvec2 between = other.vertex(neighbor) - endInOther;
            if (glm::dot(between, between) < gap.separation * gap.separation) {
                writeVertexGap(end, otherInOwner * other.vertex(neighbor),
                               {facing.separation, facing.axis, facing.ofOwner, neighbor}, gap);
            }
            continue;
        }
        const double height = glm::dot(other.normal(edge), endInOther) - other.offset()[edge];
        if (height >= 0.0 && height < gap.separation) {
            gap.separation = std::max(height, facing.separation);
            gap.normal = -rotatedBy(otherInOwner.rotation, other.normal(edge));
            gap.pointA = end;
            gap.pointB = end + height * gap.normal;
            gap.features.kind = PlanarFeatures::Kind::EdgeB;
            gap.features.a = facing.ofOwner;
            gap.features.b = edge;
        }
    }
}

/// Moves a vertex of the other core, which lies beyond the owner's edge, along the more parallel of its edges
/// to the end of the owner's edge. In an overlap this happens only if these edges are parallel, up to
/// rounding.
/// @param along  the edge, in either direction
glm::dvec2 movedToEnd(const PlanarProxy& other, const PlanarTransform& otherInOwner, std::uint32_t vertex,
                      const glm::dvec2& end, const glm::dvec2& along) {
    const glm::dvec2 point = otherInOwner * other.vertex(vertex);
    const double missing = glm::dot(along, end - point);
    glm::dvec2 best = point;
    double steepest = 0.0;
    for (const std::uint32_t neighbor : {other.before(vertex), other.after(vertex)}) {
        const glm::dvec2 toNeighbor = otherInOwner * other.vertex(neighbor) - point;
        const double progress = glm::dot(along, toNeighbor);
        if (progress * missing > 0.0 && progress * progress > steepest * glm::dot(toNeighbor, toNeighbor)) {
            steepest = progress * progress / glm::dot(toNeighbor, toNeighbor);
            best = point + std::min(1.0, missing / progress) * toNeighbor;
        }
    }
    return best;
}

void writeAtEdge(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                 const SeparatingEdge& best, PlanarGap& gap) {
    const glm::dvec2 normal = owner.normal(best.edge);
    const std::uint32_t vertex = lowestVertex(other, rotatedBack(otherInOwner.rotation, normal));
    glm::dvec2 onOther = otherInOwner * other.vertex(vertex);
    if (owner.isBounded()) {
        const EdgeEnd end = endToward(owner, best.edge, normal, onOther);
        if (end.isBeyond) {
            const std::uint32_t facingEnd =
                lowestVertex(other, rotatedBack(otherInOwner.rotation, end.outward));
            const FacingVertices facing = withEnd(owner, {best.separation, normal, end.vertex, vertex}, end,
                                                  facingEnd, otherInOwner * other.vertex(facingEnd));
            if (facing.separation > 0.0) {
                writeAtVertex(owner, other, otherInOwner, facing, gap);
                return;
            }
            onOther = movedToEnd(other, otherInOwner, vertex, owner.vertex(end.vertex), end.outward);
        }
    }
    gap.separation = best.separation;
    gap.normal = normal;
    gap.pointA = onOther - best.separation * normal;
    gap.pointB = onOther;
    gap.features.kind = PlanarFeatures::Kind::EdgeA;
    gap.features.a = best.edge;
    gap.features.b = vertex;
}

/// Turns a gap in the frame of B, with B as its owner, into the gap of A and B in the frame of A.
void seeFromA(const PlanarTransform& bInA, PlanarGap& gap) {
    const glm::dvec2 pointA = bInA * gap.pointB, pointB = bInA * gap.pointA;
    gap.normal = -rotatedBy(bInA.rotation, gap.normal);
    gap.pointA = pointA;
    gap.pointB = pointB;
    flip(gap.features);
}

}  // namespace

bool findGap(const PlanarProxy& a, const PlanarProxy& b, const PlanarTransform& bInA, double limit,
             PlanarGap& gap) noexcept {
    const double radii = a.radius() + b.radius();
    const bool triesA = a.edgeCount() > 0 && b.isBounded(), triesB = b.edgeCount() > 0 && a.isBounded();
    if (!a.isBounded() && !b.isBounded()) {
        return false;  // two half-planes
    }
    if (b.isPoint()) {
        return findPointGap(a, bInA * b.vertex(0), radii, limit, gap);
    }
    const PlanarTransform aInB = bInA.inverse();
    if (a.isPoint()) {
        const bool isFound = findPointGap(b, aInB * a.vertex(0), radii, limit, gap);
        seeFromA(bInA, gap);
        return isFound;
    }
    const SeparatingEdge bestOfA = triesA ? bestEdge(a, b, bInA) : SeparatingEdge{};
    if (!(bestOfA.separation - radii < limit)) {
        return false;
    }
    const SeparatingEdge bestOfB = triesB ? bestEdge(b, a, aInB) : SeparatingEdge{};
    if (!(bestOfB.separation - radii < limit)) {
        return false;
    }
    const bool isOwnerB = bestOfB.separation > bestOfA.separation;
    writeAtEdge(isOwnerB ? b : a, isOwnerB ? a : b, isOwnerB ? aInB : bInA, isOwnerB ? bestOfB : bestOfA,
                gap);
    if (isOwnerB) {
        seeFromA(bInA, gap);
    }
    gap.separation -= radii;
    return gap.separation < limit;
}

}  // namespace sat3d::SAT3D_ABI
