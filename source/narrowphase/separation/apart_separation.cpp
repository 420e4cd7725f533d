#include "narrowphase/separation/apart_separation.hpp"

#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/distance/feature_start.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/pair/clearly_apart.hpp"
#include "narrowphase/separation/convex_separation.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// The normal of the axis of two features, from A to B.
glm::dvec3 axisOf(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features) {
    switch (features.kind) {
        case FeaturePair::Kind::FaceA:
            return a.faceNormal(features.a);
        case FeaturePair::Kind::FaceB:
            return -b.faceNormal(features.b);
        default:
            break;
    }
    const auto directionOf = [](const ConvexProxy& core, std::uint32_t edge) {
        return core.isBox()  // its edges may have length zero
                   ? core.axes()[static_cast<int>(edge / 4)]
                   : core.vertex(core.edge(edge).to) - core.vertex(core.edge(edge).from);
    };
    const glm::dvec3 across =
        glm::normalize(glm::cross(directionOf(a, features.a), directionOf(b, features.b)));
    // The centers do not tell the direction: edges of slender hulls may face away from them.
    const auto along = [&](const glm::dvec3& n) {
        return glm::dot(n, b.vertex(b.support(-n)) - a.vertex(a.support(n)));
    };
    return along(across) < along(-across) ? -across : across;
}

/// The distance by a search that starts from features near the closest ones.
GjkResult distanceNear(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features,
                       double limit) {
    if (a.isBox() && b.isBox()) {
        constexpr double kUnknown = -std::numeric_limits<double>::infinity();
        if (const std::optional<GjkResult> apart = boxDistance(a, b, {kUnknown, {}, features})) {
            return *apart;
        }
    }
    return gjk(a, b, featureStart(a, b, features), limit);
}

}  // namespace

bool areSpheresApart(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    return sat3d::areSpheresApart(glm::length(b.center() - a.center()), a.boundingRadius(),
                                  b.boundingRadius());
}

Separation sphericalSeparation(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    return a.isBox() && b.isBox() ? convexSeparation(a, b, limit)
                                  : disjointSeparation(a, b, gjk(a, b, {}, limit), limit);
}

Separation apartSeparation(const ConvexProxy& a, const ConvexProxy& b, const FeaturePair& features,
                           double limit) noexcept {
    if (areSpheresApart(a, b)) {
        return sphericalSeparation(a, b, limit);
    }
    const auto separationOf = [&](const FeaturePair& closest) -> std::optional<Separation> {
        const std::optional<GjkResult> apart = featureDistance(a, b, closest);
        return apart && apart->distance > 0.0
                   ? std::optional(Separation{apart->distance, apart->normalAToB, closest,
                                              TouchingPoints{apart->onA, apart->onB}, apart->simplex})
                   : std::nullopt;
    };
    if (const std::optional<Separation> ofAxis = separationOf(features)) {
        return *ofAxis;
    }
    if (const std::optional<FeaturePair> edges = edgesBeside(a, b, features)) {
        if (const std::optional<Separation> ofEdges = separationOf(*edges)) {
            return *ofEdges;
        }
    }
    const GjkResult apart = distanceNear(a, b, features, limit);
    if (apart.distance > 0.0) {
        return disjointSeparation(a, b, apart, limit);
    }
    return {0.0, axisOf(a, b, features), features, {}, {}};
}

}  // namespace sat3d::SAT3D_ABI
