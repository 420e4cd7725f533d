#include "narrowphase/distance/gjk.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/simplex.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Enough for any pair met so far several times over; beyond it, closestFeatures.
constexpr int kMostGjkSteps = 100;

DifferenceVertex differenceVertex(const CoreShape& a, std::uint32_t vertexA, const CoreShape& b,
                                  std::uint32_t vertexB) {
    return {b.vertex(vertexB) - a.vertex(vertexA), vertexA, vertexB, 0.0};
}

/// A simplex of the same vertices where the cores are now.
Simplex placed(const CoreShape& a, const CoreShape& b, const VertexPairs& former) {
    Simplex simplex;
    for (; simplex.count < former.count; ++simplex.count) {
        const VertexPairs::Pair& pair = former.pairs[simplex.count];
        simplex.vertices[simplex.count] = differenceVertex(a, pair.a, b, pair.b);
    }
    return simplex;
}

/// The vertices of one shape that a simplex is made of, each once.
struct CoreCorners {
    std::array<std::uint32_t, 4> indices{};
    std::uint32_t count = 0;

    void add(std::uint32_t index) {
        const auto end = indices.begin() + count;
        if (std::find(indices.begin(), end, index) == end) {
            indices[count++] = index;
        }
    }
};

/// The part of a core that its corners lie on: a vertex, else an edge, else (also for a diagonal) a face.
struct Feature {
    enum class Kind { Vertex, Edge, Face } kind;
    std::uint32_t index;
};

Feature featureOf(const CoreShape& core, const CoreCorners& corners, const glm::dvec3& outward) {
    if (corners.count == 1) {
        return {Feature::Kind::Vertex, corners.indices[0]};
    }
    if (corners.count == 2) {
        const std::uint32_t p = corners.indices[0], q = corners.indices[1];
        if (core.isBox()) {
            const std::uint32_t bit = p ^ q;
            if (bit == 1 || bit == 2 || bit == 4) {
                return {Feature::Kind::Edge, CoreShape::boxEdge(bit / 2, p)};
            }
        }
        for (std::uint32_t i = 0; i < core.edgeCount(); ++i) {
            const CoreShape::Edge edge = core.edge(i);
            if ((edge.from == p && edge.to == q) || (edge.from == q && edge.to == p)) {
                return {Feature::Kind::Edge, i};
            }
        }
    }
    return {Feature::Kind::Face, core.faceToward(outward)};
}

CoreDistance answer(const CoreShape& a, const CoreShape& b, const Simplex& simplex, const glm::dvec3& v) {
    CoreDistance result;
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

/// Keeps the nearest part seen.
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

/// The triangles of one core's faces against the vertices of the other.
template <class MakeVertex>
void lookAtFaces(const CoreShape& core, std::uint32_t otherVertices, const MakeVertex& makeVertex,
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

/// A point counts as an edge without length.
CoreShape::Edge edgeOrPoint(const CoreShape& core, std::uint32_t index) {
    return core.edgeCount() > 0 ? core.edge(index) : CoreShape::Edge{0, 0};
}

/// The parallelogram of two edges, as two triangles.
void lookAtEdges(const CoreShape& a, const CoreShape& b, Nearest& nearest) {
    for (std::uint32_t i = 0; i < std::max(a.edgeCount(), 1u); ++i) {
        for (std::uint32_t j = 0; j < std::max(b.edgeCount(), 1u); ++j) {
            const CoreShape::Edge p = edgeOrPoint(a, i), q = edgeOrPoint(b, j);
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

}  // namespace

FeaturePair featuresOf(const CoreShape& a, const CoreShape& b, const CoreDistance& apart) noexcept {
    using Kind = FeaturePair::Kind;
    CoreCorners cornersA, cornersB;
    for (std::uint32_t i = 0; i < apart.simplex.count; ++i) {
        cornersA.add(apart.simplex.pairs[i].a);
        cornersB.add(apart.simplex.pairs[i].b);
    }
    const Feature onA = featureOf(a, cornersA, apart.normalAToB),
                  onB = featureOf(b, cornersB, -apart.normalAToB);
    if (onA.kind == Feature::Kind::Face) {
        return {Kind::FaceOfA, onA.index, cornersB.indices[0]};
    }
    if (onB.kind == Feature::Kind::Face) {
        return {Kind::FaceOfB, cornersA.indices[0], onB.index};
    }
    const bool edgeA = onA.kind == Feature::Kind::Edge, edgeB = onB.kind == Feature::Kind::Edge;
    const Kind kind =
        edgeA ? (edgeB ? Kind::Edges : Kind::EdgeAndVertex) : (edgeB ? Kind::VertexAndEdge : Kind::Vertices);
    return {kind, onA.index, onB.index};
}

CoreDistance coreDistance(const CoreShape& a, const CoreShape& b, const VertexPairs& first,
                          double limit) noexcept {
    const double size = roundingScale(a, b);
    if ((a.isPoint() || a.isSegment()) && b.isBox()) {
        return segmentAndBox(a, b, kTouchingCores * size);
    }
    const double touchingSquared = kTouchingCores * kTouchingCores * size * size;
    // Not within rounding of the limit: there, whoever asks without one must be told the same.
    const double farEnough = limit + kTouchingCores * size;
    Simplex simplex;
    glm::dvec3 v = b.center() - a.center();
    double nearestSquared = std::numeric_limits<double>::infinity();
    if (first.count > 0) {
        const NearestPart nearest = nearestPart(placed(a, b, first));
        nearestSquared = glm::dot(nearest.point, nearest.point);
        if (nearest.originInside || nearestSquared <= touchingSquared) {
            return {};
        }
        simplex = nearest.part;
        v = nearest.point;
    } else if (v == glm::dvec3(0.0)) {
        v.x = 1.0;
    }
    double gap = 0.0;  // between |v|, an upper bound of the distance, and the best lower one
    for (int step = 0; step < kMostGjkSteps; ++step) {
        const DifferenceVertex next = differenceVertex(a, a.support(v), b, b.support(-v));
        const double length = glm::length(v), atLeast = glm::dot(v, next.point) / length;
        if (atLeast - a.radius() - b.radius() > farEnough) {
            return {atLeast, v / length, {}, {}, {}};
        }
        gap = length - atLeast;
        if (simplex.count > 0 && (gap <= 0.0 || simplex.contains(next.a, next.b))) {
            return answer(a, b, simplex, v);
        }
        Simplex grown = simplex;
        grown.vertices[grown.count++] = next;
        const NearestPart nearest = nearestPart(grown);
        const double squared = glm::dot(nearest.point, nearest.point);
        if (nearest.originInside || squared <= touchingSquared) {
            return {};
        }
        if (!(squared < nearestSquared)) {
            break;  // rounding allows no more progress
        }
        nearestSquared = squared;
        simplex = nearest.part;
        v = nearest.point;
    }
    return gap <= kProof * size ? answer(a, b, simplex, v) : closestFeatures(a, b);
}

CoreDistance closestFeatures(const CoreShape& a, const CoreShape& b) noexcept {
    Nearest nearest;
    lookAtFaces(
        a, b.vertexCount(), [&](auto onA, auto onB) { return differenceVertex(a, onA, b, onB); }, nearest);
    lookAtFaces(
        b, a.vertexCount(), [&](auto onB, auto onA) { return differenceVertex(a, onA, b, onB); }, nearest);
    lookAtEdges(a, b, nearest);
    return answer(a, b, nearest.best().part, nearest.best().point);
}

}  // namespace sat3d::inline SAT3D_ABI
