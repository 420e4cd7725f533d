#include "narrowphase/surface/feature_push.hpp"

#include "core/inline_list.hpp"
#include "narrowphase/composite/surface_adjacency.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A place on an edge may lie this fraction of the edge beyond its ends.
constexpr double kBeyondEnds = 1e-4;

/// The vertices of the body that touch a plane; more are ignored.
constexpr std::size_t kMostTouching = 16;

}  // namespace

/// An edge of a triangle, seen along the edge. Axes as in NormalArc.
struct FeaturePushSearch::EdgeView {
    std::uint32_t triangle, edge;
    glm::dvec3 from, along, inward, outward;
    double length;
    double partFrom = 0.0, partTo = 0.0;  ///< meters along the edge

    EdgeView(const FeltTriangle& felt, std::uint32_t which)
        : triangle(felt.number),
          edge(which),
          from(felt.corners[which]),
          along(felt.corners[(which + 1) % 3] - from),
          outward(felt.outward),
          length(glm::length(along)) {
        along /= length;
        const glm::dvec3 third = felt.corners[(which + 2) % 3] - from;
        inward = glm::cross(outward, along);
        inward = glm::dot(inward, third) < 0.0 ? -inward : inward;
    }

    [[nodiscard]] glm::dvec2 seen(const glm::dvec3& point) const {
        return {glm::dot(inward, point - from), glm::dot(outward, point - from)};
    }
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

FeaturePushSearch::FeaturePushSearch(const FeltSurface& felt)
    : felt_(felt), count_(felt.body().vertexCount()), isStored_(count_ <= kMostStored) {
    for (std::uint32_t i = 0; isStored_ && i < count_; ++i) {
        vertices_[i] = felt.body().vertex(i);
    }
    for (std::uint32_t face = 0; face < std::min(felt.body().faceCount(), kMostStored); ++face) {
        planes_[face] = computedPlane(face);
    }
}

FeaturePushSearch::FacePlane FeaturePushSearch::computedPlane(std::uint32_t face) const {
    const ConvexProxy& body = felt_.body();
    const glm::dvec3 normal = body.faceNormal(face);
    return {normal, glm::dot(normal, vertex(body.faceVertices(face)[0]))};
}

TrianglePushes FeaturePushSearch::pushesOf(const FeltTriangle& triangle, double least) const {
    TrianglePushes pushes(least);
    for (std::uint32_t i = 0; i < 3; ++i) {
        tryEdge(triangle, i, pushes);
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        tryVertex(triangle, i, pushes);
    }
    return pushes;
}

double FeaturePushSearch::separationOverFaces(const FeltTriangle& triangle) const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < felt_.body().faceCount(); ++face) {
        const auto [normal, offset] = plane(face);
        if (!(felt_.isOneSided() && glm::dot(normal, triangle.outward) > 0.0)) {
            most = std::max(most, -highestAlong(triangle.corners, -normal) - offset);
        }
    }
    return most;
}

void FeaturePushSearch::tryEdge(const FeltTriangle& triangle, std::uint32_t edge,
                                TrianglePushes& pushes) const {
    EdgeView view(triangle, edge);
    const glm::dvec2 lowest = view.seen(triangle.lowest);
    if (NormalArc::most(lowest, felt_.isOneSided()) - felt_.body().convexRadius() <= pushes.least) {
        return;  // this vertex alone keeps all separations below that
    }
    const double near = kOnFeature * view.length + felt_.rounding();
    forEachEdgePart(felt_.surface(), triangle.number, edge, [&](const detail::EdgePart& part) {
        NormalArc arc(felt_.isOneSided());
        for (const std::uint32_t other : part.triangles) {
            for (const glm::dvec3& corner : felt_.corners(other)) {
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

/// Walks along the arc from one support vertex to the next, as in gift wrapping.
void FeaturePushSearch::tryArc(const EdgeView& view, const NormalArc& arc, TrianglePushes& pushes) const {
    glm::dvec2 normal = arc.start();
    std::uint32_t support = 0;
    glm::dvec2 atSupport = view.seen(vertex(0));
    for (std::uint32_t i = 1; i < count_; ++i) {
        const glm::dvec2 here = view.seen(vertex(i));
        const double lower = glm::dot(normal, here - atSupport);
        if (lower < 0.0 || (lower == 0.0 && glm::dot(turnedLeft(normal), here - atSupport) < 0.0)) {
            support = i;
            atSupport = here;
        }
    }
    const double radius = felt_.body().convexRadius();
    const bool mayPeak = crossOf(arc.start(), atSupport) > 0.0 && crossOf(atSupport, arc.end()) > 0.0;
    const double most = mayPeak ? glm::length(atSupport)
                                : std::max(glm::dot(arc.start(), atSupport), glm::dot(arc.end(), atSupport));
    if (most - radius <= pushes.least) {
        return;  // this vertex alone keeps all separations on the arc below that
    }
    tryDirection(view, {normal, support, true, arc.triangleAtStart()}, pushes);
    for (std::uint32_t step = 0; step <= count_; ++step) {
        glm::dvec2 next = arc.end();
        std::uint32_t nextSupport = kNoIndex;
        const double least = felt_.rounding() * felt_.rounding();
        for (std::uint32_t i = 0; i < count_; ++i) {
            const glm::dvec2 turn = turnedLeft(view.seen(vertex(i)) - atSupport);
            if (!(glm::dot(turn, turn) > least)) {
                continue;  // the same point in this view
            }
            // Behind the current normal by rounding: the body turns away there.
            const bool isAhead = crossOf(normal, turn) > 0.0 || glm::dot(normal, turn) < 0.0;
            const double earlier = crossOf(turn, next);
            if (isAhead && (earlier > 0.0 || (earlier == 0.0 && nextSupport != kNoIndex &&
                                              glm::dot(turn, turn) > glm::dot(next, next)))) {
                next = turn;
                nextSupport = i;
            }
        }
        next /= glm::length(next);
        if (crossOf(normal, atSupport) > 0.0 && crossOf(atSupport, next) > 0.0) {  // a separated vertex
            tryDirection(view, {atSupport / glm::length(atSupport), support}, pushes);
        }
        if (nextSupport == kNoIndex) {
            break;
        }
        normal = next;
        support = nextSupport;
        atSupport = view.seen(vertex(support));
        tryDirection(view, {normal, support}, pushes);
    }
    const bool isOfFace = !felt_.isOneSided() || arc.triangleAtEnd() != kNoIndex;
    tryDirection(view, {arc.end(), support, isOfFace, arc.triangleAtEnd()}, pushes);
}

void FeaturePushSearch::tryDirection(const EdgeView& view, const Candidate& candidate,
                                     TrianglePushes& pushes) const {
    const double separation =
        glm::dot(candidate.normal, view.seen(vertex(candidate.support))) - felt_.body().convexRadius();
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
std::optional<FeaturePush> FeaturePushSearch::touchingEdge(const EdgeView& view,
                                                           const Candidate& candidate) const {
    struct Touching {
        std::uint32_t index;
        double aside, along;
        glm::dvec3 point;
    };
    const ConvexProxy& body = felt_.body();
    const glm::dvec3 outward = view.inSpace(candidate.normal);
    const glm::dvec3 across = view.inSpace(turnedLeft(candidate.normal));
    const double lowest = glm::dot(outward, vertex(candidate.support) - view.from);
    const double slack = 10.0 * felt_.rounding();
    InlineList<Touching, kMostTouching> touching;
    for (std::uint32_t i = 0; i < count_ && !touching.isFull(); ++i) {
        const glm::dvec3 point = vertex(i), offset = point - view.from;
        if (glm::dot(outward, offset) <= lowest + slack) {
            touching.add(Touching{i, glm::dot(across, offset), glm::dot(view.along, offset), point});
        }
    }
    // The common part of the edge's line and of the hull of these vertices.
    struct End {
        double along;
        glm::dvec3 onBody{0.0};
        FeatureCode code = 0;
    };
    End first{std::numeric_limits<double>::infinity()}, last{-std::numeric_limits<double>::infinity()};
    const auto take = [&](double along, const glm::dvec3& onBody, FeatureCode code) {
        if (along < first.along) {
            first = {along, onBody, code};
        }
        if (along > last.along) {
            last = {along, onBody, code};
        }
    };
    for (const Touching& p : touching) {
        if (std::abs(p.aside) <= slack) {
            take(p.along, p.point, vertexCode(p.index));
            continue;
        }
        for (const Touching& q : touching) {
            if (p.aside < -slack && q.aside > slack) {
                const double share = p.aside / (p.aside - q.aside);
                take(p.along + share * (q.along - p.along), p.point + share * (q.point - p.point),
                     edgeCode(p.index, q.index));
            }
        }
    }
    const double beyond = kBeyondEnds * view.length;
    if (!(first.along <= view.partTo + beyond && last.along >= view.partFrom - beyond)) {
        return std::nullopt;  // also without any
    }
    const std::array<std::uint32_t, 3> numbers = verticesOf(felt_.surface(), view.triangle);
    const std::uint32_t startVertex = numbers[view.edge], endVertex = numbers[(view.edge + 1) % 3];
    FeaturePush push{outward, lowest - body.convexRadius(), 0, {}};
    const double reach = last.along - first.along;
    const auto add = [&](const End& end) {
        const double along = std::clamp(end.along, view.partFrom, view.partTo);
        const bool isInside = along == end.along || reach <= slack;
        const double share = reach > slack ? (along - first.along) / reach : 0.0;
        const glm::dvec3 onBody = isInside ? end.onBody : first.onBody + share * (last.onBody - first.onBody);
        FacingPoints& points = push.points[push.count++];
        points.onBody = onBody - body.convexRadius() * outward;
        points.onSurface = view.from + along * view.along;
        points.codeOnBody =
            isInside ? end.code : edgeCode(touching.begin()->index, (touching.end() - 1)->index);
        points.codeOnSurface = along <= 0.0           ? vertexCode(startVertex)
                               : along >= view.length ? vertexCode(endVertex)
                                                      : edgeCode(startVertex, endVertex);
    };
    add(first);
    if (reach > slack && std::min(last.along, view.partTo) - std::max(first.along, view.partFrom) > slack) {
        add(last);
    }
    return push;
}

}  // namespace sat3d::inline SAT3D_ABI
