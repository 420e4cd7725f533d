#include "narrowphase/distance/feature_start.hpp"

#include "geometry/primitives/fan_search.hpp"
#include "narrowphase/convex/tolerances.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// A triangle of a face.
struct FaceTriangle {
    std::array<std::uint32_t, 3> vertices;
    std::array<glm::dvec3, 3> corners;
};

/// The triangle of a face below a point, or one that faces it. Triangles are a fan around the first corner.
FaceTriangle triangleBelow(const ConvexProxy& core, std::uint32_t face, const glm::dvec3& point) {
    const std::span<const std::uint32_t> loop = core.faceVertices(face);
    const glm::dvec3 first = core.vertex(loop[0]);
    const glm::dvec3 across = glm::cross(point - first, core.faceNormal(face));
    const std::size_t i = fanTriangleBelow(loop.size() - 1, [&](std::size_t corner) {
        return glm::dot(core.vertex(loop[corner]) - first, across) >= 0.0;
    });
    return {{loop[0], loop[i], loop[i + 1]}, {first, core.vertex(loop[i]), core.vertex(loop[i + 1])}};
}

/// Two edges and their closest points, as shares of the edges.
struct EdgesApart {
    ConvexProxy::Edge edgeA, edgeB;
    glm::dvec3 startA, startB, alongA, alongB;
    double shareA, shareB;  ///< not finite for parallel edges

    EdgesApart(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features)
        : edgeA(a.edge(features.a)),
          edgeB(b.edge(features.b)),
          startA(a.vertex(edgeA.from)),
          startB(b.vertex(edgeB.from)),
          alongA(a.vertex(edgeA.to) - startA),
          alongB(b.vertex(edgeB.to) - startB) {
        const glm::dvec3 between = startB - startA, across = glm::cross(alongA, alongB);
        const double squared = glm::dot(across, across);
        shareA = glm::dot(glm::cross(between, alongB), across) / squared;
        shareB = glm::dot(glm::cross(between, alongA), across) / squared;
    }
    [[nodiscard]] bool isInside() const {
        return shareA > 0.0 && shareA < 1.0 && shareB > 0.0 && shareB < 1.0;
    }
    /// Three of the four pairs of ends: those of the half of the parallelogram with the closest points.
    [[nodiscard]] VertexPairs pairs() const {
        VertexPairs pairs;
        pairs.count = 3;
        pairs.pairs[0] = {edgeA.to, edgeB.from};
        pairs.pairs[1] = {edgeA.from, edgeB.to};
        pairs.pairs[2] = shareA + shareB > 1.0 ? VertexPairs::Pair{edgeA.to, edgeB.to}
                                               : VertexPairs::Pair{edgeA.from, edgeB.from};
        return pairs;
    }
};

VertexPairs pairsOf(const FaceTriangle& triangle, std::uint32_t vertex, bool isOfA) {
    VertexPairs pairs;
    for (const std::uint32_t corner : triangle.vertices) {
        pairs.pairs[pairs.count++] =
            isOfA ? VertexPairs::Pair{corner, vertex} : VertexPairs::Pair{vertex, corner};
    }
    return pairs;
}

/// The foot of a point over the inside of a triangle.
std::optional<glm::dvec3> footIn(const FaceTriangle& triangle, const glm::dvec3& point) {
    const auto& [a, b, c] = triangle.corners;
    const glm::dvec3 normal = glm::cross(b - a, c - a), toA = a - point, toB = b - point, toC = c - point;
    // The sides as seen from the point, which are those seen from its foot.
    const bool isOver = glm::dot(glm::cross(toA, toB), normal) > 0.0 &&
                        glm::dot(glm::cross(toB, toC), normal) > 0.0 &&
                        glm::dot(glm::cross(toC, toA), normal) > 0.0;
    return isOver ? std::optional(point + normal * (glm::dot(toA, normal) / glm::dot(normal, normal)))
                  : std::nullopt;
}

/// The number of the edge between two vertices, which is one.
std::uint32_t edgeJoining(const ConvexProxy& core, std::uint32_t one, std::uint32_t other) {
    std::uint32_t edge = 0;
    for (; edge + 1 < core.edgeCount(); ++edge) {
        const auto [from, to] = core.edge(edge);
        if ((from == one && to == other) || (from == other && to == one)) {
            break;
        }
    }
    return edge;
}

/// An edge of a shape that leads from a vertex beside a face of the other shape over the face.
struct EdgeOverSide {
    std::uint32_t edge, from, to;  ///< the edge, and the ends of the side of the face that it crosses
};

/// Finds the edge of a vertex that is lowest where it crosses a side of a face.
std::optional<EdgeOverSide> lowestOverSide(const ConvexProxy& core, std::uint32_t face,
                                           const ConvexProxy& other, std::uint32_t vertex) {
    const std::span<const std::uint32_t> loop = core.faceVertices(face);
    const glm::dvec3 normal = core.faceNormal(face), start = other.vertex(vertex);
    std::optional<EdgeOverSide> found;
    double lowest = std::numeric_limits<double>::infinity();
    glm::dvec3 corner = core.vertex(loop.back());
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec3 from = corner;
        corner = core.vertex(loop[i]);
        const glm::dvec3 side = corner - from, outward = glm::cross(side, normal);
        const double before = glm::dot(outward, start - from);
        if (!(before > 0.0)) {
            continue;
        }
        for (std::uint32_t edge = 0; edge < other.edgeCount(); ++edge) {
            const auto [one, two] = other.edge(edge);
            if (one != vertex && two != vertex) {
                continue;
            }
            const glm::dvec3 along = other.vertex(one == vertex ? two : one) - start;
            const double change = glm::dot(outward, along);
            if (!(before + change <= 0.0)) {
                continue;
            }
            const glm::dvec3 crossing = start - (before / change) * along;
            const double place = glm::dot(crossing - from, side), height = glm::dot(normal, crossing);
            if (place >= 0.0 && place <= glm::dot(side, side) && height < lowest) {
                lowest = height;
                found = {edge, loop[i == 0 ? loop.size() - 1 : i - 1], loop[i]};
            }
        }
    }
    return found;
}

}  // namespace

std::optional<FeaturePair> edgesBeside(const ConvexProxy& a, const ConvexProxy& b,
                                       const FeaturePair& features) noexcept {
    const bool isOfA = features.kind == FeaturePair::Kind::FaceA;
    if (!isOfA && features.kind != FeaturePair::Kind::FaceB) {
        return std::nullopt;
    }
    const auto found =
        isOfA ? lowestOverSide(a, features.a, b, features.b) : lowestOverSide(b, features.b, a, features.a);
    if (!found) {
        return std::nullopt;
    }
    const std::uint32_t side = edgeJoining(isOfA ? a : b, found->from, found->to);
    return FeaturePair{FeaturePair::Kind::EdgeEdge, isOfA ? side : found->edge, isOfA ? found->edge : side};
}

VertexPairs featureStart(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features) noexcept {
    switch (features.kind) {
        case FeaturePair::Kind::EdgeEdge:
            return EdgesApart(a, b, features).pairs();
        case FeaturePair::Kind::FaceA:
            return pairsOf(triangleBelow(a, features.a, b.vertex(features.b)), features.b, true);
        default:
            return pairsOf(triangleBelow(b, features.b, a.vertex(features.a)), features.a, false);
    }
}

std::optional<GjkResult> distanceOfFeatures(const ConvexProxy& a, const ConvexProxy& b,
                                            const FeaturePair& features) noexcept {
    GjkResult result;
    if (features.kind == FeaturePair::Kind::EdgeEdge) {
        const EdgesApart edges(a, b, features);
        if (!edges.isInside()) {
            return std::nullopt;
        }
        result.onA = edges.startA + edges.shareA * edges.alongA;
        result.onB = edges.startB + edges.shareB * edges.alongB;
        result.simplex = edges.pairs();
    } else {
        const bool isOfA = features.kind == FeaturePair::Kind::FaceA;
        const ConvexProxy &core = isOfA ? a : b, &other = isOfA ? b : a;
        const std::uint32_t vertex = isOfA ? features.b : features.a;
        const glm::dvec3 point = other.vertex(vertex);
        const FaceTriangle triangle = triangleBelow(core, isOfA ? features.a : features.b, point);
        const std::optional<glm::dvec3> foot = footIn(triangle, point);
        if (!foot) {
            return std::nullopt;
        }
        result.onA = isOfA ? *foot : point;
        result.onB = isOfA ? point : *foot;
        result.simplex = pairsOf(triangle, vertex, isOfA);
    }
    result.distance = glm::length(result.onB - result.onA);
    result.normalAToB = (result.onB - result.onA) / result.distance;
    return result;
}

std::optional<GjkResult> featureDistance(const ConvexProxy& a, const ConvexProxy& b,
                                         const FeaturePair& features) noexcept {
    const double scale = roundingScale(a, b);
    const std::optional<GjkResult> found = distanceOfFeatures(a, b, features);
    if (!found) {
        return std::nullopt;
    }
    if (!(found->distance > kTouchingCores * scale)) {
        return GjkResult{};
    }
    const glm::dvec3& n = found->normalAToB;
    const double apart =
        glm::dot(n, b.vertex(b.support(-n))) - glm::dot(n, a.vertex(a.support(n)));  // along the normal
    return found->distance - apart <= kProof * scale ? found : std::nullopt;
}

}  // namespace sat3d::SAT3D_ABI
