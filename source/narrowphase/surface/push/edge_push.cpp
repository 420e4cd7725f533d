#include "narrowphase/composite/surface_adjacency.hpp"
#include "narrowphase/surface/contact/incident_face.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/push/feature_push.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// An edge of a triangle, seen along the edge. Axes as in NormalArc.
struct FeaturePushSearch::EdgeView {
    std::uint32_t triangle, edge;
    glm::dvec3 from, along, inward, outward;
    double length;
    double partFrom = 0.0, partTo = 0.0;  ///< meters along the edge

    EdgeView(const ContactTriangle& of, std::uint32_t which)
        : triangle(of.number),
          edge(which),
          from(of.corners[which]),
          along(of.corners[(which + 1) % 3] - from),
          outward(of.outward),
          length(glm::length(along)) {
        along /= length;
        const glm::dvec3 third = of.corners[(which + 2) % 3] - from;
        inward = glm::cross(outward, along);
        inward = glm::dot(inward, third) < 0.0 ? -inward : inward;
    }

    [[nodiscard]] glm::dvec2 seen(const glm::dvec3& point) const {
        return {glm::dot(inward, point - from), glm::dot(outward, point - from)};
    }
    [[nodiscard]] glm::dvec3 at(double distance) const { return from + distance * along; }
    [[nodiscard]] glm::dvec3 inSpace(const glm::dvec2& direction) const {
        return direction.x * inward + direction.y * outward;
    }
};

/// A normal on the arc.
struct FeaturePushSearch::Candidate {
    glm::dvec2 normal;
    std::uint32_t support;                ///< a vertex of the body that it points away from
    bool isOfFace = false;                ///< it is the normal of a triangle at the edge
    std::uint32_t isNormalOf = kNoIndex;  ///< that triangle, unless it is the edge's own
};

FeaturePushSearch::FeaturePushSearch(const SurfacePair& pair)
    : pair_(pair), count_(pair.body().vertexCount()), isStored_(count_ <= kMaxStored) {
    for (std::uint32_t i = 0; isStored_ && i < count_; ++i) {
        vertices_[i] = pair.body().vertex(i);
    }
    for (std::uint32_t face = 0; face < std::min(pair.body().faceCount(), kMaxStored); ++face) {
        planes_[face] = computedPlane(face);
    }
}

FeaturePushSearch::FacePlane FeaturePushSearch::computedPlane(std::uint32_t face) const {
    const ConvexProxy& body = pair_.body();
    const glm::dvec3 normal = body.faceNormal(face);
    return {normal, glm::dot(normal, vertex(body.faceVertices(face)[0]))};
}

TrianglePushes FeaturePushSearch::pushesOf(const ContactTriangle& triangle, double least) const {
    TrianglePushes pushes(least);
    for (std::uint32_t i = 0; i < 3; ++i) {
        tryEdge(triangle, i, pushes);
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        tryVertex(triangle, i, pushes);
    }
    return pushes;
}

double FeaturePushSearch::separationOverFaces(const ContactTriangle& triangle) const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < pair_.body().faceCount(); ++face) {
        const auto [normal, offset] = plane(face);
        if (!(pair_.isOneSided() && glm::dot(normal, triangle.outward) > 0.0)) {
            most = std::max(most, -highestAlong(triangle.corners, -normal) - offset);
        }
    }
    return most;
}

void FeaturePushSearch::tryEdge(const ContactTriangle& triangle, std::uint32_t edge,
                                TrianglePushes& pushes) const {
    EdgeView view(triangle, edge);
    const glm::dvec2 lowest = view.seen(pair_.lowestVertex(triangle.outward));
    if (NormalArc::most(lowest, pair_.isOneSided()) - pair_.body().convexRadius() <= pushes.least) {
        return;  // this vertex alone keeps all separations below that
    }
    const double near = kOnFeature * view.length + pair_.rounding();
    forEachEdgePart(pair_.surface(), triangle.number, edge, [&](const EdgePart& part) {
        NormalArc arc(pair_.isOneSided());
        for (const std::uint32_t other : part.triangles) {
            for (const glm::dvec3& corner : pair_.corners(other)) {
                const glm::dvec2 toward = view.seen(corner);
                if (glm::length(toward) > near) {
                    arc.exclude(toward, other);
                }
            }
        }
        if (!arc.isEmpty()) {
            view.partFrom = part.from * view.length;
            view.partTo = part.to * view.length;
            tryArc(view, arc, pushes);
        }
    });
}

/// The vertex of the body that is lowest along a normal, seen along an edge. Of vertices that are equal up to
/// rounding, it is the one that stays lowest when the normal turns to the left.
std::uint32_t FeaturePushSearch::supportAlong(const EdgeView& view, const glm::dvec2& normal) const {
    double lowest = std::numeric_limits<double>::infinity(), least = lowest;
    for (std::uint32_t i = 0; i < count_; ++i) {
        lowest = std::min(lowest, glm::dot(normal, view.seen(vertex(i))));
    }
    std::uint32_t support = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const glm::dvec2 here = view.seen(vertex(i));
        const double aside = glm::dot(turnedLeft(normal), here);
        if (glm::dot(normal, here) <= lowest + pair_.rounding() && aside < least) {
            least = aside;
            support = i;
        }
    }
    return support;
}

/// Walks along the arc from one support vertex to the next, as in gift wrapping.
void FeaturePushSearch::tryArc(const EdgeView& view, const NormalArc& arc, TrianglePushes& pushes) const {
    glm::dvec2 normal = arc.start();
    std::uint32_t support = supportAlong(view, normal);
    glm::dvec2 atSupport = view.seen(vertex(support));
    const double radius = pair_.body().convexRadius();
    const bool mayPeak = crossOf(arc.start(), atSupport) > 0.0 && crossOf(atSupport, arc.end()) > 0.0;
    const double most = mayPeak ? glm::length(atSupport)
                                : std::max(glm::dot(arc.start(), atSupport), glm::dot(arc.end(), atSupport));
    if (most - radius <= pushes.least) {
        return;  // this vertex alone keeps all separations on the arc below that
    }
    tryDirection(view, {normal, support, true, arc.triangleAtStart()}, pushes);
    for (std::uint32_t step = 0; step <= count_; ++step) {
        glm::dvec2 next = arc.end();
        bool isLast = true;
        for (std::uint32_t i = 0; i < count_; ++i) {
            const glm::dvec2 turn = turnedLeft(view.seen(vertex(i)) - atSupport);
            const bool isElsewhere = glm::dot(turn, turn) > pair_.rounding() * pair_.rounding();
            if (isElsewhere && crossOf(normal, turn) > 0.0 && crossOf(turn, next) > 0.0) {
                next = turn;
                isLast = false;
            }
        }
        next /= glm::length(next);
        if (crossOf(normal, atSupport) > 0.0 && crossOf(atSupport, next) > 0.0) {  // a separated vertex
            tryDirection(view, {atSupport / glm::length(atSupport), support}, pushes);
        }
        if (isLast) {
            break;
        }
        normal = next;
        support = supportAlong(view, normal);
        atSupport = view.seen(vertex(support));
        tryDirection(view, {normal, support}, pushes);
    }
    const bool isOfFace = !pair_.isOneSided() || arc.triangleAtEnd() != kNoIndex;
    tryDirection(view, {arc.end(), support, isOfFace, arc.triangleAtEnd()}, pushes);
}

void FeaturePushSearch::tryDirection(const EdgeView& view, const Candidate& candidate,
                                     TrianglePushes& pushes) const {
    const double separation =
        glm::dot(candidate.normal, view.seen(vertex(candidate.support))) - pair_.body().convexRadius();
    if (separation > pushes.best) {
        pushes.best = separation;
        pushes.bestIsNormalOf = candidate.isNormalOf;
    }
    if (!candidate.isOfFace && pushes.wants(separation)) {
        if (const auto push = touchingEdge(view, candidate)) {
            pushes.touching = push;
        }
    }
}

/// Returns the push if the edge and the part of the body that faces it lie over each other.
std::optional<SurfacePush> FeaturePushSearch::touchingEdge(const EdgeView& view,
                                                           const Candidate& candidate) const {
    const glm::dvec3 outward = view.inSpace(candidate.normal);
    const double lowest = glm::dot(outward, vertex(candidate.support) - view.from);
    SurfacePush push{outward, lowest - pair_.body().convexRadius(), view.triangle, 0, {}};
    if (!pair_.isRound()) {
        const IncidentFace face(pair_, outward);
        if (face.isParallel() && touchUnderFace(view, face, push)) {
            return push;
        }
    }
    return touchUnderVertices(view, candidate.support, push) ? std::optional(push) : std::nullopt;
}

/// Finds the ends of the part of an edge that lies under a face parallel to it: a ridge under a crate.
bool FeaturePushSearch::touchUnderFace(const EdgeView& view, const IncidentFace& face,
                                       SurfacePush& push) const {
    const glm::dvec3 start = view.at(view.partFrom), end = view.at(view.partTo);
    const IncidentFace::Part under = face.partUnder(start, end);
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < under.count; ++i) {
        const IncidentFace::Part::End& at = under.ends[i];
        const glm::dvec3 onEdge = start + at.share * (end - start);
        const double separation = glm::dot(push.outward, at.onBody - onEdge);
        least = std::min(least, separation);
        const bool isSame = i > 0 && glm::length(onEdge - push.facing[0].onSurface) <= pair_.rounding();
        if (separation < pair_.margin() && !isSame) {
            const FeatureCode onBody = at.side == IncidentFace::Part::kNoSide
                                           ? face.feature().code()
                                           : face.codeOnSide(at.side, at.onBody);
            const double along = view.partFrom + at.share * (view.partTo - view.partFrom);
            push.facing[push.count++] = {onEdge, separation, idOn(view, push.outward, onBody, along)};
        }
    }
    const bool isDeepest = least <= push.separation + pair_.tolerance();
    push.count = isDeepest ? push.count : 0;
    return push.count > 0;
}

/// Finds the common part of an edge and of the one or two vertices of the body that touch it.
bool FeaturePushSearch::touchUnderVertices(const EdgeView& view, std::uint32_t support,
                                           SurfacePush& push) const {
    const glm::dvec3 across = glm::cross(view.along, push.outward), lowest = vertex(support);
    double slack = 10.0 * pair_.rounding();
    if (pair_.body().isSegment()) {
        const glm::dvec3 along = vertex(1) - vertex(0);
        const bool liesAlong = glm::length(glm::cross(along, view.along)) < kPatchSine * glm::length(along);
        slack = liesAlong ? kPatchSine * glm::length(along) : slack;
    }
    // The other end of the edge of the body, if one touches.
    std::uint32_t other = support;
    for (std::uint32_t i = 0; i < count_; ++i) {
        const glm::dvec3 offset = vertex(i) - lowest;
        if (glm::dot(push.outward, offset) <= slack &&
            glm::dot(offset, offset) > glm::dot(vertex(other) - lowest, vertex(other) - lowest)) {
            other = i;
        }
    }
    struct End {
        glm::dvec3 onCore;
        double along;
        FeatureCode code;
    };
    const auto endAt = [&](std::uint32_t index) {
        return End{vertex(index), glm::dot(view.along, vertex(index) - view.from), vertexCode(index)};
    };
    const auto asideOf = [&](std::uint32_t index) { return glm::dot(across, vertex(index) - view.from); };
    const double aside = asideOf(support), otherAside = asideOf(other);
    End first = endAt(support), last = endAt(other);
    if (std::min(aside, otherAside) < -slack && std::max(aside, otherAside) > slack) {
        const double share = aside / (aside - otherAside);
        first = last = {first.onCore + share * (last.onCore - first.onCore),
                        first.along + share * (last.along - first.along), edgeCode(support, other)};
    } else if (std::abs(aside) > slack && std::abs(otherAside) > slack) {
        return false;
    } else if (std::abs(aside) > slack) {
        first = last;
    } else if (std::abs(otherAside) > slack) {
        last = first;
    }
    if (first.along > last.along) {
        std::swap(first, last);
    }
    if (!(first.along <= view.partTo + pair_.rounding() && last.along >= view.partFrom - pair_.rounding())) {
        return false;  // also for NaN
    }
    const auto add = [&](const End& end, const End& opposite) {
        const double along = std::clamp(end.along, view.partFrom, view.partTo);
        const double reach = opposite.along - end.along;
        const bool isCut = along != end.along && std::abs(reach) > pair_.rounding();
        const double share = isCut ? (along - end.along) / reach : 0.0;
        const glm::dvec3 onEdge = view.at(along),
                         toCore = end.onCore + share * (opposite.onCore - end.onCore) - onEdge;
        // The body's surface over the point of the edge, which may lie a little beside the core.
        const double beside = glm::dot(across, toCore), radius = pair_.body().convexRadius();
        const double drop = std::sqrt(std::max(0.0, radius * radius - beside * beside));
        const double separation = glm::dot(push.outward, toCore) - drop;
        if (separation < pair_.margin()) {
            const FeatureCode onBody = isCut ? edgeCode(support, other) : end.code;
            push.facing[push.count++] = {onEdge, separation, idOn(view, push.outward, onBody, along)};
        }
    };
    add(first, last);
    if (std::min(last.along, view.partTo) - std::max(first.along, view.partFrom) > pair_.rounding()) {
        add(last, first);
    }
    return push.count > 0;
}

/// The id of a contact with a point of an edge, or with the vertex at its end.
std::uint64_t FeaturePushSearch::idOn(const EdgeView& view, const glm::dvec3& outward, FeatureCode onBody,
                                      double along) const {
    if (isVertex(onBody) && glm::dot(outward, view.outward) > kSamePatch) {
        return contactId(onBody, kOnPatch);  // as a moment later, when it has slid off the edge
    }
    const std::array<std::uint32_t, 3> numbers = verticesOf(pair_.surface(), view.triangle);
    const std::uint32_t start = numbers[view.edge], end = numbers[(view.edge + 1) % 3];
    return contactId(onBody, along <= 0.0           ? vertexCode(start)
                             : along >= view.length ? vertexCode(end)
                                                    : edgeCode(start, end));
}

}  // namespace sat3d::SAT3D_ABI
