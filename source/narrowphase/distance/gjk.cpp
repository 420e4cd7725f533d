#include "narrowphase/distance/gjk.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/simplex.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Largest number of steps: several times more than any known pair needs. If GJK has not converged by then,
/// closestFeatures() decides.
constexpr int kMaxGjkSteps = 100;

DifferenceVertex differenceVertex(const ConvexProxy& a, std::uint32_t vertexA, const ConvexProxy& b,
                                  std::uint32_t vertexB) {
    return {b.vertex(vertexB) - a.vertex(vertexA), vertexA, vertexB, 0.0};
}

/// The simplex of the former vertices at the current poses.
Simplex placed(const ConvexProxy& a, const ConvexProxy& b, const VertexPairs& former) {
    Simplex simplex;
    for (; simplex.count < former.count; ++simplex.count) {
        const VertexPairs::Pair& pair = former.pairs[simplex.count];
        simplex.vertices[simplex.count] = differenceVertex(a, pair.a, b, pair.b);
    }
    return simplex;
}

/// The distinct vertices of one shape in a simplex.
struct SimplexFeature {
    std::array<std::uint32_t, 4> indices{};
    std::uint32_t count = 0;

    void add(std::uint32_t index) {
        std::uint32_t* const end = indices.data() + count;
        if (std::find(indices.data(), end, index) == end) {
            indices[count++] = index;
        }
    }
};

/// The feature that contains the vertices of a simplex: a vertex, an edge or a face. A diagonal of a face
/// gives the face.
struct Feature {
    enum class Kind { Vertex, Edge, Face } kind;
    std::uint32_t index;
};

Feature featureOf(const ConvexProxy& core, const SimplexFeature& vertices, const glm::dvec3& outward) {
    if (vertices.count == 1) {
        return {Feature::Kind::Vertex, vertices.indices[0]};
    }
    if (vertices.count == 2) {
        const std::uint32_t p = vertices.indices[0], q = vertices.indices[1];
        if (core.isBox()) {
            const std::uint32_t bit = p ^ q;
            if (bit == 1 || bit == 2 || bit == 4) {
                return {Feature::Kind::Edge, boxEdge(bit / 2, p)};
            }
        }
        for (std::uint32_t i = 0; i < core.edgeCount(); ++i) {
            const ConvexProxy::Edge edge = core.edge(i);
            if ((edge.from == p && edge.to == q) || (edge.from == q && edge.to == p)) {
                return {Feature::Kind::Edge, i};
            }
        }
    }
    return {Feature::Kind::Face, core.faceToward(outward)};
}

GjkResult answer(const ConvexProxy& a, const ConvexProxy& b, const Simplex& simplex, const glm::dvec3& v) {
    GjkResult result;
    result.simplex.count = simplex.count;
    result.distance = glm::length(v);
    result.normalAToB = v / result.distance;
    for (std::uint32_t i = 0; i < simplex.count; ++i) {
        const DifferenceVertex& vertex = simplex.vertices[i];
        result.onA += vertex.weight * a.vertex(vertex.a);
        result.onB += vertex.weight * b.vertex(vertex.b);
        result.simplex.pairs[i] = {vertex.a, vertex.b};
    }
    return result;
}

/// Looks at simplices and keeps the part that is closest to the origin.
class Nearest {
public:
    void look(const Simplex& simplex) {
        const NearestPart part = nearestPart(simplex);
        if (const double squared = glm::dot(part.point, part.point); !best_ || squared < squared_) {
            best_ = part;
            squared_ = squared;
        }
    }
    [[nodiscard]] const NearestPart& best() const { return *best_; }

private:
    std::optional<NearestPart> best_;
    double squared_ = 0.0;
};

/// The simplex of GJK, reduced to the part that holds the point closest to the origin.
class ClosestPart {
public:
    /// @param direction  from A to B, as the first search direction
    ClosestPart(const glm::dvec3& direction, double touchingSquared)
        : point_(direction), touchingSquared_(touchingSquared) {
        if (direction == glm::dvec3(0.0)) {
            point_.x = 1.0;
        }
    }

    /// Returns false if the cores touch or overlap.
    [[nodiscard]] bool reduce(const Simplex& simplex) {
        const NearestPart nearest = nearestPart(simplex);
        const double squared = glm::dot(nearest.point, nearest.point);
        if (nearest.originInside || squared <= touchingSquared_) {
            return false;
        }
        isStalled_ = simplex_.count > 0 && !(squared < squared_);
        if (!isStalled_) {
            squared_ = squared;
            simplex_ = nearest.part;
            point_ = nearest.point;
        }
        return true;
    }

    /// Whether rounding has kept the last simplex from coming closer to the origin.
    [[nodiscard]] bool isStalled() const { return isStalled_; }
    [[nodiscard]] const Simplex& simplex() const { return simplex_; }
    [[nodiscard]] const glm::dvec3& point() const { return point_; }

private:
    Simplex simplex_;
    glm::dvec3 point_;
    double touchingSquared_, squared_ = 0.0;
    bool isStalled_ = false;
};

/// Looks at all pairs of a face of one core, split into triangles, and a vertex of the other.
template <class MakeVertex>
void lookAtFaces(const ConvexProxy& core, std::uint32_t otherVertices, const MakeVertex& makeVertex,
                 Nearest& nearest) {
    for (std::uint32_t face = 0; face < core.faceCount(); ++face) {
        const std::span<const std::uint32_t> loop = core.faceVertices(face);
        for (std::uint32_t other = 0; other < otherVertices; ++other) {
            for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
                Simplex simplex;
                simplex.vertices = {makeVertex(loop[0], other), makeVertex(loop[i], other),
                                    makeVertex(loop[i + 1], other)};
                simplex.count = 3;
                nearest.look(simplex);
            }
        }
    }
}

/// Returns an edge of a core. A point counts as an edge of length zero.
ConvexProxy::Edge edgeOrPoint(const ConvexProxy& core, std::uint32_t index) {
    return core.edgeCount() > 0 ? core.edge(index) : ConvexProxy::Edge{0, 0};
}

/// Looks at all pairs of edges. The Minkowski difference of two edges is a parallelogram, which is split into
/// two triangles.
void lookAtEdges(const ConvexProxy& a, const ConvexProxy& b, Nearest& nearest) {
    for (std::uint32_t i = 0; i < std::max(a.edgeCount(), 1u); ++i) {
        for (std::uint32_t j = 0; j < std::max(b.edgeCount(), 1u); ++j) {
            const ConvexProxy::Edge p = edgeOrPoint(a, i), q = edgeOrPoint(b, j);
            Simplex simplex;
            simplex.count = 3;
            simplex.vertices = {differenceVertex(a, p.from, b, q.from), differenceVertex(a, p.to, b, q.from),
                                differenceVertex(a, p.from, b, q.to)};
            nearest.look(simplex);
            simplex.vertices[0] = differenceVertex(a, p.to, b, q.to);
            nearest.look(simplex);
        }
    }
}

/// The vertices of the difference are those of one simplex.
GjkResult pointAndTriangle(const ConvexProxy& point, const ConvexProxy& triangle, double touching) {
    const NearestPart nearest = nearestPart(placed(point, triangle, {{{{0, 0}, {0, 1}, {0, 2}}}, 3}));
    return glm::dot(nearest.point, nearest.point) <= touching * touching
               ? GjkResult{}
               : answer(point, triangle, nearest.part, nearest.point);
}

}  // namespace

FeaturePair featuresOf(const ConvexProxy& a, const ConvexProxy& b, const GjkResult& apart) noexcept {
    using Kind = FeaturePair::Kind;
    SimplexFeature verticesA, verticesB;
    for (std::uint32_t i = 0; i < apart.simplex.count; ++i) {
        verticesA.add(apart.simplex.pairs[i].a);
        verticesB.add(apart.simplex.pairs[i].b);
    }
    const Feature onA = featureOf(a, verticesA, apart.normalAToB),
                  onB = featureOf(b, verticesB, -apart.normalAToB);
    if (onA.kind == Feature::Kind::Face) {
        return {Kind::FaceA, onA.index, verticesB.indices[0]};
    }
    if (onB.kind == Feature::Kind::Face) {
        return {Kind::FaceB, verticesA.indices[0], onB.index};
    }
    const bool edgeA = onA.kind == Feature::Kind::Edge, edgeB = onB.kind == Feature::Kind::Edge;
    const Kind kind =
        edgeA ? (edgeB ? Kind::EdgeEdge : Kind::EdgeVertex) : (edgeB ? Kind::VertexEdge : Kind::VertexVertex);
    return {kind, onA.index, onB.index};
}

GjkResult gjk(const ConvexProxy& a, const ConvexProxy& b, const VertexPairs& start, double limit) noexcept {
    const double scale = roundingScale(a, b), touching = kTouchingCores * scale;
    if ((a.isPoint() || a.isSegment()) && b.isBox()) {
        return segmentAndBox(a, b, touching);
    }
    if (a.isPoint() && b.isTriangle()) {
        return pointAndTriangle(a, b, touching);
    }
    ClosestPart closest(b.center() - a.center(), kTouchingCores * kTouchingCores * scale * scale);
    if (start.count > 0 && !closest.reduce(placed(a, b, start))) {
        return {};
    }
    // The slack covers the rounding of the limit: a pair within this slack must get the same answer as
    // without a limit.
    const double farEnough = limit + touching;
    double gap = 0.0;  // |v|, an upper bound of the distance, minus the lower bound
    for (int step = 0; step < kMaxGjkSteps && !closest.isStalled(); ++step) {
        const glm::dvec3& v = closest.point();
        const DifferenceVertex next = differenceVertex(a, a.support(v), b, b.support(-v));
        const double length = glm::length(v), atLeast = glm::dot(v, next.point) / length;
        if (atLeast - a.convexRadius() - b.convexRadius() > farEnough) {
            return {atLeast, v / length, {}, {}, {}};
        }
        gap = length - atLeast;
        Simplex grown = closest.simplex();
        if (grown.count > 0 && (gap <= 0.0 || grown.contains(next.a, next.b))) {
            return answer(a, b, grown, v);
        }
        grown.vertices[grown.count++] = next;
        if (!closest.reduce(grown)) {
            return {};
        }
    }
    return gap <= kProof * scale ? answer(a, b, closest.simplex(), closest.point()) : closestFeatures(a, b);
}

GjkResult closestFeatures(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    Nearest nearest;
    lookAtFaces(
        a, b.vertexCount(), [&](auto onA, auto onB) { return differenceVertex(a, onA, b, onB); }, nearest);
    lookAtFaces(
        b, a.vertexCount(), [&](auto onB, auto onA) { return differenceVertex(a, onA, b, onB); }, nearest);
    lookAtEdges(a, b, nearest);
    return answer(a, b, nearest.best().part, nearest.best().point);
}

}  // namespace sat3d::SAT3D_ABI
