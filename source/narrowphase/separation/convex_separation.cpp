#include "narrowphase/separation/convex_separation.hpp"

#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/distance/box_distance.hpp"
#include "narrowphase/sat/convex_sat.hpp"

#include <glm/geometric.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// If pulled cores are farther apart than this multiple of the pull, they do not face each other along the
/// normal. This happens behind a one-sided triangle. The touching point is then taken from B.
constexpr double kPast = 1.01;

/// Returns the separation of shapes whose cores overlap.
Separation overlapAlong(const SeparatingAxis& axis, const ConvexProxy& a, const ConvexProxy& b) {
    return {axis.separation - a.convexRadius() - b.convexRadius(), axis.normalAToB, axis.features, {}, {}};
}

/// @param axis  a separating axis; its features are usually the closest ones
/// @param start  start simplex for GJK if these features are not the closest; may be empty
GjkResult distanceOfBoxes(const ConvexProxy& a, const ConvexProxy& b, const SeparatingAxis& axis,
                          const VertexPairs& start) {
    const std::optional<GjkResult> apart = boxDistance(a, b, axis);
    return apart ? *apart : gjk(a, b, start);
}

}  // namespace

double boundingSphereGap(const ConvexProxy& a, const ConvexProxy& b) noexcept {
    const double distance = glm::length(b.center() - a.center());
    return distance - noiseOf(a, b) - a.boundingRadius() - b.boundingRadius();
}

Separation disjointSeparation(const ConvexProxy& a, const ConvexProxy& b, const GjkResult& apart,
                              double limit) noexcept {
    const glm::dvec3& normal = apart.normalAToB;
    const double separation = apart.distance - a.convexRadius() - b.convexRadius();
    if (separation > limit) {
        return {separation, normal, {}, {}, {}};
    }
    return {separation, normal, featuresOf(a, b, apart),
            TouchingPoints{apart.onA + a.convexRadius() * normal, apart.onB - b.convexRadius() * normal},
            apart.simplex};
}

Separation convexSeparation(const ConvexProxy& a, const ConvexProxy& b, double limit) noexcept {
    const bool areBoxes = a.isBox() && b.isBox();
    const bool hasFewAxes =
        areBoxes || (a.isBox() && b.isTriangle());  // cheaper than GJK; usually they decide
    SeparatingAxis axis;
    if (hasFewAxes) {
        axis = convexSat(a, b, limit);
        if (axis.separation > limit) {
            return {axis.separation, axis.normalAToB, axis.features, {}, {}};
        }
    }
    if (!(axis.separation < 0.0)) {
        const GjkResult apart = areBoxes ? distanceOfBoxes(a, b, axis, {}) : gjk(a, b, {}, limit);
        if (apart.distance > 0.0) {
            return disjointSeparation(a, b, apart, limit);
        }
    }
    if (!hasFewAxes) {
        axis = convexSat(a, b);
    }
    return overlapAlong(axis, a, b);
}

namespace {

/// Whether a push of two overlapping shapes leads behind a one-sided triangle.
bool leadsBehind(const ConvexProxy& triangle, Sides sides, double separation, const glm::dvec3& normalAToB) {
    return sides == Sides::Front && separation < 0.0 &&
           glm::dot(normalAToB, triangle.faceNormal(0)) > kAlongPlane;
}

}  // namespace

Separation triangleSeparation(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides,
                              double limit) noexcept {
    const Separation result = convexSeparation(a, triangle, limit);
    return leadsBehind(triangle, sides, result.separation, result.normalAToB)
               ? overlapAlong(convexSatInFront(a, triangle), a, triangle)
               : result;
}

std::optional<Separation> triangleOverlap(const ConvexProxy& a, const ConvexProxy& triangle,
                                          Sides sides) noexcept {
    SeparatingAxis axis = convexSat(a, triangle);
    if (!(axis.separation < 0.0)) {
        return std::nullopt;
    }
    if (leadsBehind(triangle, sides, axis.separation - a.convexRadius(), axis.normalAToB)) {
        axis = convexSatInFront(a, triangle);
    }
    return overlapAlong(axis, a, triangle);
}

Separation halfSpaceSeparation(const ConvexProxy& a, const glm::dvec3& normal, double offset) noexcept {
    const std::uint32_t vertex = a.support(-normal);
    const glm::dvec3 lowest = a.vertex(vertex) - a.convexRadius() * normal;
    const double separation = glm::dot(normal, lowest) - offset;
    return {separation,
            -normal,
            {FeaturePair::Kind::FaceB, vertex, 0},
            TouchingPoints{lowest, lowest - separation * normal},
            {}};
}

TouchingPoints touchingPoints(const ConvexProxy& a, const ConvexProxy& b, const Separation& separation,
                              const VertexPairs& start) noexcept {
    if (separation.points) {
        return *separation.points;
    }
    // B is pulled out along the normal. Its closest points to A are then the points where the shapes would
    // touch.
    const glm::dvec3& normal = separation.normalAToB;
    const double coreSeparation = separation.separation + a.convexRadius() + b.convexRadius();
    const double pull = kPull * roundingScale(a, b);
    ConvexProxy pulled = b;
    pulled.move(normal * (pull - coreSeparation));
    const GjkResult apart = a.isBox() && b.isBox()
                                ? distanceOfBoxes(a, pulled, {pull, normal, separation.features}, start)
                                : gjk(a, pulled, start);
    if (apart.distance > kPast * pull) {
        const glm::dvec3 onB = apart.onB + normal * (coreSeparation - pull - b.convexRadius());
        return {onB - separation.separation * normal, onB};
    }
    const glm::dvec3 onCore = apart.distance > 0.0 ? apart.onA : a.vertex(a.support(normal));
    const glm::dvec3 onA = onCore + a.convexRadius() * normal;
    return {onA, onA + separation.separation * normal};
}

}  // namespace sat3d::SAT3D_ABI
