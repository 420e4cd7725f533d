#include "narrowphase/reference/axis_features.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Separations that differ by less than this fraction of size are equal. The fraction is about the effect of
/// the vertices' float rounding on their planes. It is small compared with the accuracy of answers, 1e-6 of
/// size.
constexpr double kFeatureTie = 1e-7;

/// An edge supports an axis if both its vertices are support points up to this fraction of size. Nearly
/// parallel edges share a candidate plane, so the axis may deviate by the angle between them.
constexpr double kSlack = 1e-6;

std::uint32_t supportingVertex(const glm::dvec3& direction, std::span<const glm::dvec3> vertices) {
    std::uint32_t best = 0;
    double reach = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
        const double here = glm::dot(direction, vertices[i]);
        if (here > reach) {
            reach = here;
            best = i;
        }
    }
    return best;
}

struct SupportingEdge {
    std::uint32_t edge = 0;
    double slack = 0.0;  ///< distance of its lower vertex below the support
};

/// The edge whose lower vertex is highest along the direction.
SupportingEdge supportingEdge(const glm::dvec3& direction, std::span<const ConvexHull::Edge> edges,
                              std::span<const glm::dvec3> vertices) {
    std::uint32_t best = 0;
    double reach = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
        const double here = std::min(glm::dot(direction, vertices[edges[i].vertices[0]]),
                                     glm::dot(direction, vertices[edges[i].vertices[1]]));
        if (here > reach) {
            reach = here;
            best = i;
        }
    }
    return {best, intervalAlong<3>(direction, vertices).max - reach};
}

struct FaceMatch {
    FeatureAxis axis;
    double difference = std::numeric_limits<double>::infinity();  ///< from the given separation

    /// Whether the separation along any face normal has the sign of the given one.
    [[nodiscard]] bool found() const { return std::isfinite(difference); }
};

/// Finds the face whose normal gives the separation: the first one that ties, otherwise the one with the
/// smallest difference.
FaceMatch matchingFace(const HullsInPairFrame& pair, double separation) {
    using Kind = FeaturePair::Kind;
    FaceMatch best;
    const auto isTie = [&] { return best.difference <= kFeatureTie * pair.size(); };
    const auto tryFace = [&](const glm::dvec3& normalAToB, const FeaturePair& features) {
        const double here = pair.separationAlong(normalAToB);
        const bool sameSign = (here < 0.0) == (separation < 0.0);
        const double difference = std::abs(here - separation);
        if (sameSign && difference < best.difference) {
            best = {{normalAToB, here, features}, difference};
        }
    };
    const auto facesA = pair.a.faces, facesB = pair.b.faces;
    for (std::uint32_t face = 0; face < facesA.size() && !isTie(); ++face) {
        tryFace(facesA[face].plane.normal, {Kind::FaceA, face, 0});
    }
    for (std::uint32_t face = 0; face < facesB.size() && !isTie(); ++face) {
        tryFace(glm::normalize(pair.rotationB * -facesB[face].plane.normal), {Kind::FaceB, 0, face});
    }
    return best;
}

/// Adds the other hull's support vertex.
void addSupportingVertex(const HullsInPairFrame& pair, FeatureAxis& axis) {
    if (axis.features.kind == FeaturePair::Kind::FaceA) {
        axis.features.b = supportingVertex(-axis.normalAToB, pair.verticesB);
    } else {
        axis.features.a = supportingVertex(axis.normalAToB, pair.verticesA);
    }
}

}  // namespace

FeatureAxis nameFeatures(const HullsInPairFrame& pair, const glm::dvec3& normalAToB) {
    FeatureAxis axis{normalAToB, pair.separationAlong(normalAToB), {}};
    const FaceMatch face = matchingFace(pair, axis.separation);
    const SupportingEdge edgeA = supportingEdge(normalAToB, pair.a.edges, pair.verticesA);
    const SupportingEdge edgeB = supportingEdge(-normalAToB, pair.b.edges, pair.verticesB);
    if (face.difference <= kFeatureTie * pair.size()) {
        axis = face.axis;
        addSupportingVertex(pair, axis);
    } else if (std::max(edgeA.slack, edgeB.slack) <= kSlack * pair.size() || !face.found()) {
        axis.features = {FeaturePair::Kind::EdgeEdge, edgeA.edge, edgeB.edge};
    } else {
        // The axis belongs to a facet or an edge that was merged into a nearly flat face.
        axis.features = face.axis.features;
        addSupportingVertex(pair, axis);
    }
    return axis;
}

}  // namespace sat3d::SAT3D_ABI
