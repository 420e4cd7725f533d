#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/composite/surface_adjacency.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/surface/contact/surface_thresholds.hpp"
#include "narrowphase/surface/push/feature_push.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sat3d::SAT3D_ABI {

void FeaturePushSearch::tryVertex(const ContactTriangle& triangle, std::uint32_t corner,
                                  TrianglePushes& pushes) const {
    const ConvexProxy& body = pair_.body();
    const glm::dvec3& point = triangle.corners[corner];
    double height = -std::numeric_limits<double>::infinity();  // over the body's faces
    for (std::uint32_t face = 0; face < body.faceCount(); ++face) {
        const auto [normal, offset] = plane(face);
        const double separation = glm::dot(normal, point) - offset;
        height = std::max(height, separation);
        if (separation < 0.0 && (separation > pushes.best || pushes.wants(separation)) &&
            isAllowedAt(triangle, corner, -normal)) {
            takeAtVertex(triangle, corner, -normal, separation, faceCode(face), isUnder(face, point), pushes);
        }
    }
    const bool isInside = body.faceCount() > 0 && height < 0.0;
    if (!isInside && !(height > pair_.margin() + pair_.rounding())) {
        tryClosestPoint(triangle, corner, pushes);
    }
}

/// Whether a point lies in the prism behind a face of the body.
bool FeaturePushSearch::isUnder(std::uint32_t face, const glm::dvec3& point) const {
    if (pair_.body().isBox()) {  // whose sides may have no length
        glm::dvec3 beyond = glm::abs(point) - pair_.body().halfExtents();
        beyond[static_cast<int>(face / 2)] = 0.0;
        return std::max({beyond.x, beyond.y, beyond.z}) <= pair_.rounding();
    }
    const glm::dvec3 normal = plane(face).normal;
    const auto loop = pair_.body().faceVertices(face);
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec3 start = vertex(loop[i]), end = vertex(loop[(i + 1) % loop.size()]);
        if (glm::dot(glm::cross(end - start, normal), point - start) >
            pair_.rounding() * glm::length(end - start)) {
            return false;
        }
    }
    return true;
}

/// For a vertex outside of the core: round bodies, and margins.
void FeaturePushSearch::tryClosestPoint(const ContactTriangle& triangle, std::uint32_t corner,
                                        TrianglePushes& pushes) const {
    const glm::dvec3& point = triangle.corners[corner];
    const glm::dvec3 toBody = closestPointOfBody(point) - point;
    const double distance = glm::length(toBody), separation = distance - pair_.body().convexRadius();
    if (distance > pair_.rounding() && separation < pair_.margin() &&
        (separation > pushes.best || pushes.wants(separation))) {
        const glm::dvec3 outward = toBody / distance;
        if (isAllowedAt(triangle, corner, outward)) {
            takeAtVertex(triangle, corner, outward, separation, vertexCode(pair_.body().support(-outward)),
                         true, pushes);
        }
    }
}

/// The point of the core that is closest to a point outside of it; the point itself if it is inside.
glm::dvec3 FeaturePushSearch::closestPointOfBody(const glm::dvec3& point) const {
    const ConvexProxy& body = pair_.body();
    if (body.isPoint()) {
        return vertices_[0];
    }
    if (body.isSegment()) {
        const double share = closestSegmentParameter(vertices_[0], vertices_[1], point);
        return vertices_[0] + share * (vertices_[1] - vertices_[0]);
    }
    if (body.isBox()) {
        return glm::clamp(point, -body.halfExtents(), body.halfExtents());
    }
    const Sphere onPoint{glm::vec3(0.0f), 0.0f};
    const GjkResult closest = gjk(body, ConvexProxy(onPoint, RigidTransform{glm::dmat3(1.0), point}));
    return closest.distance > 0.0 ? closest.onA : point;
}

/// Whether a normal leads into the surface, seen from a place on it.
/// @param toPoint  from that place to another point of the surface
/// @param near     meters: points within this distance are the same
bool FeaturePushSearch::leansToward(const glm::dvec3& outward, const glm::dvec3& toPoint, double near) {
    const double along = glm::dot(outward, toPoint);
    return along > near && along > kLean * glm::length(toPoint) + near;
}

double FeaturePushSearch::nearOf(const TriangleCorners& corners) const {
    const auto& [a, b, c] = corners;
    return kOnFeature * std::sqrt(std::max(glm::dot(b - a, b - a), glm::dot(c - b, c - b))) +
           pair_.rounding();
}

/// Whether a normal leads into a neighbor of a triangle.
/// @param place  on both triangles
/// @param near   nearOf() the triangle. A small neighbor may lie within it: its corners are seen from the
/// point of its own that is closest to the place.
bool FeaturePushSearch::leansInto(const glm::dvec3& outward, const TriangleCorners& neighbor,
                                  const glm::dvec3& place, double near) const {
    const auto leansFrom = [&](const glm::dvec3& from, double within) {
        return std::any_of(neighbor.begin(), neighbor.end(), [&](const glm::dvec3& corner) {
            return leansToward(outward, corner - from, within);
        });
    };
    if (leansFrom(place, near)) {
        return true;
    }
    const double own = nearOf(neighbor);
    if (!(own < near && leansFrom(place, own))) {
        return false;
    }
    const auto& [a, b, c] = neighbor;
    const glm::dvec3 weights = closestPointWeights(a, b, c, place);
    return leansFrom(weights.x * a + weights.y * b + weights.z * c, own);
}

bool FeaturePushSearch::isAllowedOn(const ContactTriangle& triangle, std::uint32_t edge,
                                    const glm::dvec3& place, const glm::dvec3& outward,
                                    const glm::dvec3* push) const {
    const glm::dvec3 from = triangle.corners[edge], along = triangle.corners[(edge + 1) % 3] - from;
    const double share = glm::dot(place - from, along) / glm::dot(along, along),
                 near = nearOf(triangle.corners);
    bool isAllowed = true;
    forEachEdgePart(pair_.surface(), triangle.number, edge, [&](const EdgePart& part) {
        if (share < part.from || share > part.to) {
            return;
        }
        for (const std::uint32_t other : part.triangles) {
            isAllowed = isAllowed && !(leansInto(outward, pair_.corners(other), place, near) &&
                                       (!push || pair_.overlapsAfter(*push, other)));
        }
    });
    return isAllowed;
}

std::optional<SurfacePush> FeaturePushSearch::pushOfSphere(const ContactTriangle& triangle) const {
    const auto& [a, b, c] = triangle.corners;
    const glm::dvec3 center = vertex(0), weights = closestPointWeights(a, b, c, center);
    glm::dvec3 place = weights.x * a + weights.y * b + weights.z * c;
    const glm::dvec3 toBody = center - place;
    double distance = glm::dot(triangle.outward, toBody);
    const glm::dvec3 foot = center - distance * triangle.outward;
    const int zeros = (weights.x == 0.0 ? 1 : 0) + (weights.y == 0.0 ? 1 : 0) + (weights.z == 0.0 ? 1 : 0);
    glm::dvec3 outward = triangle.outward;
    FeatureCode code = kOnPatch;
    // A fraction of the sphere, too: its distance from the edge of a huge triangle is not that from the
    // plane.
    const double near =
        std::min(nearOf(triangle.corners), kOnFeature * pair_.body().convexRadius() + pair_.rounding());
    if (zeros > 0 && glm::length(foot - place) > near) {
        distance = glm::length(toBody);
        const std::array<std::uint32_t, 3> numbers = verticesOf(pair_.surface(), triangle.number);
        const std::uint32_t corner = weights.x != 0.0 ? 0 : weights.y != 0.0 ? 1 : 2;
        const std::uint32_t edge = weights.z == 0.0 ? 0 : weights.x == 0.0 ? 1 : 2;
        outward = toBody / distance;
        if (!(zeros == 2 ? isAllowedAt(triangle, corner, outward)
                         : isAllowedOn(triangle, edge, place, outward))) {
            return std::nullopt;
        }
        code = glm::dot(outward, triangle.outward) > kSamePatch ? kOnPatch  // as when it has rolled on
               : zeros == 2                                     ? vertexCode(numbers[corner])
                            : edgeCode(numbers[edge], numbers[(edge + 1) % 3]);
    } else {
        place = foot;
    }
    const double separation = distance - pair_.body().convexRadius();
    return SurfacePush{
        outward, separation, triangle.number, 1, {{{place, separation, contactId(vertexCode(0), code)}, {}}}};
}

bool FeaturePushSearch::isAllowedAt(const ContactTriangle& triangle, std::uint32_t corner,
                                    const glm::dvec3& outward, const glm::dvec3* push) const {
    if (pair_.isOneSided() && glm::dot(outward, triangle.outward) < -kLean) {
        return false;
    }
    const glm::dvec3& point = triangle.corners[corner];
    const double near = nearOf(triangle.corners);
    if (leansToward(outward, triangle.corners[(corner + 1) % 3] - point, near) ||
        leansToward(outward, triangle.corners[(corner + 2) % 3] - point, near)) {
        return false;
    }
    bool isAllowed = true;
    forEachTriangleAtVertex(pair_.surface(), triangle.number, corner, [&](std::uint32_t other) {
        isAllowed = isAllowed && !(leansInto(outward, pair_.corners(other), point, near) &&
                                   (!push || pair_.overlapsAfter(*push, other)));
    });
    return isAllowed;
}

bool FeaturePushSearch::leadsIntoNeighbor(const ContactTriangle& triangle, const glm::dvec3& push) const {
    const glm::dvec3 outward = glm::normalize(push);
    const double highest = highestAlong(triangle.corners, outward) - nearOf(triangle.corners);
    std::uint32_t first = 0, count = 0;
    bool leads = false;
    for (std::uint32_t i = 0; i < 3; ++i) {
        if (glm::dot(outward, triangle.corners[i]) >= highest) {
            if (facesAwayAt(triangle, i)) {
                return false;
            }
            leads = leads || !isAllowedAt(triangle, i, outward, &push);
            first = count == 0 || (first == 0 && i == 2) ? i : first;
            ++count;
        }
    }
    const glm::dvec3 middle = 0.5 * (triangle.corners[first] + triangle.corners[(first + 1) % 3]);
    return count == 3   ? glm::dot(outward, triangle.outward) < 0.0
           : count == 2 ? leads || !isAllowedOn(triangle, first, middle, outward, &push)
                        : leads;
}

/// Whether a one-sided triangle at a vertex faces away from the body's center.
bool FeaturePushSearch::facesAwayAt(const ContactTriangle& triangle, std::uint32_t corner) const {
    bool facesAway = false;
    if (pair_.isOneSided()) {
        forEachTriangleAtVertex(pair_.surface(), triangle.number, corner, [&](std::uint32_t other) {
            facesAway = facesAway || !pair_.bodyOverSurface().isInFront(other);
        });
    }
    return facesAway;
}

void FeaturePushSearch::takeAtVertex(const ContactTriangle& triangle, std::uint32_t corner,
                                     const glm::dvec3& outward, double separation, FeatureCode onBody,
                                     bool touches, TrianglePushes& pushes) const {
    if (separation > pushes.best) {
        pushes.best = separation;
        pushes.bestIsNormalOf = kNoIndex;
    }
    if (touches && pushes.wants(separation)) {
        const glm::dvec3& point = triangle.corners[corner];
        const bool isOnPatch = isVertex(onBody) && glm::dot(outward, triangle.outward) > kSamePatch;
        const FeatureCode code =
            isOnPatch ? kOnPatch : vertexCode(verticesOf(pair_.surface(), triangle.number)[corner]);
        pushes.touching = SurfacePush{
            outward, separation, triangle.number, 1, {{{point, separation, contactId(onBody, code)}, {}}}};
    }
}

}  // namespace sat3d::SAT3D_ABI
