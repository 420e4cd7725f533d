#include "planar/contact/planar_gap.hpp"

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/edge_search.hpp"
#include "planar/contact/point_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

// The functions below write the gap of two cores, radii left out, in the frame of the core that owns the
// separating edge, and as if the owner were A. They write member by member (see
// core/store_forwarding.hpp).

/// Finds the nearest vertices, starting from two that face each other. If several vertices are equally far
/// along an axis, rounding chooses one of them, and it may be the one at the far end of its edge.
FacingVertices nearest(const PlanarProxy& owner, const PlanarProxy& other,
                       const PlanarTransform& otherInOwner, FacingVertices facing) {
    for (std::uint32_t before = owner.vertexCount(); before != facing.ofOwner;) {
        before = facing.ofOwner;
        facing.ofOther =
            nearestVertex(other, inFrame(otherInOwner, owner.vertex(facing.ofOwner)), facing.ofOther);
        facing.ofOwner = nearestVertex(owner, otherInOwner * other.vertex(facing.ofOther), facing.ofOwner);
    }
    return facing;
}

FacingVertices withEnd(const PlanarProxy& owner, const PlanarProxy& other,
                       const PlanarTransform& otherInOwner, const FacingVertices& atEdge,
                       const EdgeEnd& end) {
    const std::uint32_t vertex = lowestVertex(other, rotatedBack(otherInOwner.rotation, end.outward));
    return withEnd(owner, atEdge, end, vertex, otherInOwner * other.vertex(vertex));
}

/// Writes the gap between a vertex of the owner and an edge of the other core at the facing vertex, if it is
/// no larger than what is written.
/// @param end  the vertex
void writeBesideEdge(const PlanarProxy& other, const PlanarTransform& otherInOwner, const glm::dvec2& end,
                     const FacingVertices& facing, PlanarGap& gap) {
    const glm::dvec2 endInOther = inFrame(otherInOwner, end);
    const double noise = noiseOf(end, endInOther);
    forEdgesBeside(other, facing.ofOther, endInOther, [&](std::uint32_t edge, double height) {
        if (height < gap.separation + noise) {
            gap.separation = std::max(height, facing.separation);
            gap.normal = -rotatedBy(otherInOwner.rotation, other.normal(edge));
            gap.pointA = end;
            gap.pointB = end + height * gap.normal;
            gap.features.kind = PlanarFeatures::Kind::EdgeB;
            gap.features.a = facing.ofOwner;
            gap.features.b = edge;
        }
    });
}

/// Writes the gap between an edge of the owner and a point of the other core.
void writeEdge(const SeparatingEdge& best, std::uint32_t vertex, const glm::dvec2& normal,
               const glm::dvec2& onOther, PlanarGap& gap) {
    gap.separation = best.separation;
    gap.normal = normal;
    gap.pointA = onOther - best.separation * normal;
    gap.pointB = onOther;
    gap.features.kind = PlanarFeatures::Kind::EdgeA;
    gap.features.a = best.edge;
    gap.features.b = vertex;
}

/// The gap of two cores that are apart, if the closest point of the owner is a vertex. The closest point of
/// the other core is then the vertex that faces it. But if edges are parallel, up to rounding, the closest
/// points may also be a vertex of either core and an edge of the other one. If the cores touch, the edges at
/// their common point need not separate them, but the axis of the vertices does.
void writeAtVertex(const PlanarProxy& owner, const PlanarProxy& other, const PlanarTransform& otherInOwner,
                   const FacingVertices& facing, PlanarGap& gap) {
    const glm::dvec2 end = owner.vertex(facing.ofOwner),
                     facingEnd = otherInOwner * other.vertex(facing.ofOther);
    writeVertexGap(end, facingEnd, facing, gap);
    writeBesideEdge(other, otherInOwner, end, facing, gap);
    forEdgesBeside(owner, facing.ofOwner, facingEnd, [&](std::uint32_t edge, double height) {
        if (height < gap.separation) {
            writeEdge({std::max(height, facing.separation), edge}, facing.ofOther, owner.normal(edge),
                      facingEnd, gap);
        }
    });
    if (!(gap.separation > noiseOf(end, facingEnd))) {
        gap.normal = facing.axis;
    }
}

/// Moves a vertex of the other core, which lies beyond the owner's edge, along the more parallel of its edges
/// to the end of the owner's edge, or as far as this edge reaches. In an overlap this happens only if these
/// edges are parallel, up to rounding.
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
    const glm::dvec2 onOther = otherInOwner * other.vertex(vertex);
    if (owner.isBounded()) {
        const EdgeEnd end = endToward(owner, best.edge, normal, onOther);
        if (end.isBeyond) {
            const glm::dvec2& corner = owner.vertex(end.vertex);
            const glm::dvec2 moved = movedToEnd(other, otherInOwner, vertex, corner, end.outward);
            const double noise = noiseOf(moved, corner);
            // A parallel edge of the other core reaches beside the owner's.
            const bool isBeside = moved != onOther && !(glm::dot(end.outward, moved - corner) > noise) &&
                                  !(glm::dot(normal, moved - onOther) > noise);
            const FacingVertices atEdge{best.separation, normal, end.vertex, vertex};
            const FacingVertices facing = withEnd(owner, other, otherInOwner, atEdge, end);
            if (facing.separation > 0.0 && !isBeside) {
                writeAtVertex(owner, other, otherInOwner, nearest(owner, other, otherInOwner, facing), gap);
                return;
            }
            writeEdge(best, vertex, normal, moved, gap);
            if (best.separation > noise) {
                writeBesideEdge(other, otherInOwner, corner, atEdge, gap);
            }
            return;
        }
    }
    writeEdge(best, vertex, normal, onOther, gap);
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
        return findPointGap(a, bInA * b.vertex(0), b.radius(), limit, gap);
    }
    const PlanarTransform aInB = bInA.inverse();
    if (a.isPoint()) {
        const bool isFound = findPointGap(b, aInB * a.vertex(0), a.radius(), limit, gap);
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
