#include "narrowphase/features.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Separations that differ by less than this fraction of size are equal: about the float noise of vertices,
/// which tilts the planes through them. Small against the 1e-6 of size that answers keep.
constexpr double kTie = 2e-7;

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

/// The edge whose nearer end reaches farthest along the direction.
std::uint32_t supportingEdge(const glm::dvec3& direction, std::span<const ConvexHull::Edge> edges,
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
    return best;
}

/// Whether two separations say the same.
bool isTie(double separation, double other, double size) {
    return (separation < 0.0) == (other < 0.0) && std::abs(separation - other) <= kTie * size;
}

std::optional<FeatureAxis> nameFaceOfA(const HullPair& pair, double separation) {
    const auto faces = pair.a.faces();
    for (std::uint32_t face = 0; face < faces.size(); ++face) {
        const glm::dvec3& normal = faces[face].plane.normal;
        const double here = pair.separationAlong(normal);
        if (isTie(here, separation, pair.size())) {
            const std::uint32_t vertex = supportingVertex(-normal, pair.verticesB);
            return FeatureAxis{normal, here, {FeaturePair::Kind::FaceOfA, face, vertex}};
        }
    }
    return std::nullopt;
}

std::optional<FeatureAxis> nameFaceOfB(const HullPair& pair, double separation) {
    const auto faces = pair.b.faces();
    for (std::uint32_t face = 0; face < faces.size(); ++face) {
        const glm::dvec3 normal = -(pair.rotationB * faces[face].plane.normal);
        const double here = pair.separationAlong(normal);
        if (isTie(here, separation, pair.size())) {
            const std::uint32_t vertex = supportingVertex(normal, pair.verticesA);
            return FeatureAxis{normal, here, {FeaturePair::Kind::FaceOfB, vertex, face}};
        }
    }
    return std::nullopt;
}

}  // namespace

FeatureAxis nameFeatures(const HullPair& pair, const glm::dvec3& normalAToB) {
    const double separation = pair.separationAlong(normalAToB);
    if (const auto face = nameFaceOfA(pair, separation)) {
        return *face;
    }
    if (const auto face = nameFaceOfB(pair, separation)) {
        return *face;
    }
    const std::uint32_t edgeA = supportingEdge(normalAToB, pair.a.edges(), pair.verticesA);
    const std::uint32_t edgeB = supportingEdge(-normalAToB, pair.b.edges(), pair.verticesB);
    return {normalAToB, separation, {FeaturePair::Kind::Edges, edgeA, edgeB}};
}

}  // namespace sat3d::inline SAT3D_ABI
