#include "planar/contact/planar_gap.hpp"

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/edge_search.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Below this distance, relative to the coordinates, rounding spoils the direction between two points.
constexpr double kTouchingPoints = 1e-10;

double sizeOf(const glm::dvec2& v) {
    return std::max(std::abs(v.x), std::abs(v.y));
}

// The functions below write the gap of two cores, radii left out, in the frame of the core that owns the
// separating edge, and as if the owner were A. They write member by member (see
// core/store_forwarding.hpp).

/// The gap between two vertices.
/// @param otherwise  the normal if the vertices nearly coincide
void writeVertices(const glm::dvec2& onOwner, const glm::dvec2& onOther, const glm::dvec2& otherwise,
                   std::uint32_t ofOwner, std::uint32_t ofOther, PlanarGap& gap) {
    const glm::dvec2 between = onOther - onOwner;
    const double distance = std::sqrt(glm::dot(between, between));
    const bool isClear = distance > kTouchingPoints * (sizeOf(onOwner) + sizeOf(onOther));
    const double scale = isClear ? 1.0 / distance : 0.0;
    gap.separation = distance;
    gap.normal.x = isClear ? between.x * scale : otherwise.x;
    gap.normal.y = isClear ? between.y * scale : otherwise.y;
    gap.pointA = onOwner;
    gap.pointB = onOther;
    gap.features.kind = PlanarFeatures::Kind::Vertices;
    gap.features.a = ofOwner;
    gap.features.b = ofOther;
}

/// The gap of two cores that are apart, if the closest point of the owner is an end of its separating edge.
/// The closest point of the other core is then its vertex closest to the edge. But if an edge there is
/// parallel, up to rounding, it may also be on this edge or at its other end.
void writeAtVertex(const PlanarProxy& other, const PlanarTransform& otherInOwner, const glm::dvec2& end,
                   std::uint32_t endVertex, std::uint32_t vertex, const glm::dvec2& normal, PlanarGap& gap) {
    writeVertices(end, otherInOwner * other.vertex(vertex), normal, endVertex, vertex, gap);
    if (other.edgeCount() == 0) {
        return;
    }
    const glm::dvec2 endInOther = rotatedBack(otherInOwner.rotation, end - otherInOwner.position);
    for (const std::uint32_t edge : {other.before(vertex), vertex}) {
        const std::uint32_t next = other.after(edge);
        const glm::dvec2 &from = other.vertex(edge), &along = other.vertex(next) - from;
        const double reach = glm::dot(along, endInOther - from);
        if (!(reach > 0.0 && reach < glm::dot(along, along))) {
            const std::uint32_t neighbor = edge == vertex ? next : edge;
            const glm::dvec2 between = other.vertex(neighbor) - endInOther;
            if (glm::dot(between, between) < gap.separation * gap.separation) {
                writeVertices(end, otherInOwner * other.vertex(neighbor), normal, endVertex, neighbor, gap);
            }
            continue;
        }
        const double height = glm::dot(other.normal(edge), endInOther) - other.offset()[edge];
        if (height >= 0.0 && height < gap.separation) {
            gap.separation = height;
            gap.normal = -rotatedBy(otherInOwner.rotation, other.normal(edge));
            gap.pointA = end;
            gap.pointB = end + height * gap.normal;
            gap.features.kind = PlanarFeatures::Kind::EdgeB;
            gap.features.a = endVertex;
            gap.features.b = edge;
        }
    }
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
        const std::uint32_t next = owner.after(best.edge);
        const glm::dvec2 &from = owner.vertex(best.edge), &to = owner.vertex(next),
                         along = turnedLeft(normal);
        const bool isBefore = glm::dot(along, onOther - from) < 0.0;
        if (isBefore || glm::dot(along, onOther - to) > 0.0) {
            const glm::dvec2& end = isBefore ? from : to;
            if (best.separation > 0.0) {
                writeAtVertex(other, otherInOwner, end, isBefore ? best.edge : next, vertex, normal, gap);
                return;
            }
            onOther = movedToEnd(other, otherInOwner, vertex, end, along);
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
    if (!triesA && !triesB) {
        if (!(a.isBounded() && b.isBounded())) {
            return false;  // two half-planes
        }
        writeVertices(a.vertex(0), bInA * b.vertex(0), glm::dvec2(1.0, 0.0), 0, 0, gap);
        gap.separation -= radii;
        return gap.separation < limit;
    }
    const SeparatingEdge bestOfA = triesA ? bestEdge(a, b, bInA) : SeparatingEdge{};
    if (!(bestOfA.separation - radii < limit)) {
        return false;
    }
    SeparatingEdge bestOfB;
    if (triesB) {
        const PlanarTransform aInB{rotatedBack(bInA.rotation, -bInA.position),
                                   {bInA.rotation.x, -bInA.rotation.y}};
        bestOfB = bestEdge(b, a, aInB);
        if (!(bestOfB.separation - radii < limit)) {
            return false;
        }
        if (bestOfB.separation > bestOfA.separation) {
            writeAtEdge(b, a, aInB, bestOfB, gap);
            seeFromA(bInA, gap);
        }
    }
    if (!(bestOfB.separation > bestOfA.separation)) {
        writeAtEdge(a, b, bInA, bestOfA, gap);
    }
    gap.separation -= radii;
    return gap.separation < limit;
}

}  // namespace sat3d::inline SAT3D_ABI
