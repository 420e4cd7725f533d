#include "narrowphase/distance/feature_start.hpp"

#include "geometry/primitives/fan_search.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/edges_beside.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
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

/// A face of a core, for lowestOverSide().
struct FaceOf {
    const ConvexProxy& core;
    std::uint32_t face;

    [[nodiscard]] std::span<const std::uint32_t> loop() const { return core.faceVertices(face); }
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t i) const { return core.vertex(i); }
};

}  // namespace

std::optional<FeaturePair> edgesBeside(const ConvexProxy& a, const ConvexProxy& b,
                                       const FeaturePair& features) noexcept {
    const bool isOfA = features.kind == FeaturePair::Kind::FaceA;
    if (!isOfA && features.kind != FeaturePair::Kind::FaceB) {
        return std::nullopt;
    }
    const ConvexProxy &core = isOfA ? a : b, &other = isOfA ? b : a;
    const std::uint32_t face = isOfA ? features.a : features.b, vertex = isOfA ? features.b : features.a;
    const auto found = lowestOverSide(FaceOf{core, face}, core.faceNormal(face), other, vertex);
    if (!found) {
        return std::nullopt;
    }
    const std::uint32_t side = edgeJoining(core, found->from, found->to);
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
