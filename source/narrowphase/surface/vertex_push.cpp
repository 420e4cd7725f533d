#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/composite/surface_adjacency.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/surface/feature_push.hpp"
#include "narrowphase/surface/patch_normals.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// A cosine: a normal that leans by less into a triangle at a vertex is allowed.
constexpr double kLean = 1e-6;

}  // namespace

void FeaturePushSearch::tryVertex(const FeltTriangle& triangle, std::uint32_t corner,
                                  TrianglePushes& pushes) const {
    const ConvexProxy& body = felt_.body();
    const glm::dvec3& point = triangle.corners[corner];
    double height = -std::numeric_limits<double>::infinity();  // over the body's faces
    for (std::uint32_t face = 0; face < body.faceCount(); ++face) {
        const auto [normal, offset] = plane(face);
        height = std::max(height, glm::dot(normal, point) - offset);
        if (height > felt_.margin() + felt_.rounding()) {
            return;
        }
    }
    if (body.faceCount() > 0 && height < 0.0) {
        if (height > pushes.least) {
            tryFacesOver(triangle, corner, pushes);
        }
    } else {
        tryClosestPoint(triangle, corner, pushes);
    }
}

/// For a vertex inside of the body.
void FeaturePushSearch::tryFacesOver(const FeltTriangle& triangle, std::uint32_t corner,
                                     TrianglePushes& pushes) const {
    const ConvexProxy& body = felt_.body();
    const glm::dvec3& point = triangle.corners[corner];
    for (std::uint32_t face = 0; face < body.faceCount(); ++face) {
        const auto [normal, offset] = plane(face);
        const double separation = glm::dot(normal, point) - offset;
        if (!(separation > pushes.best || pushes.wants(separation)) ||
            !isAllowedAt(triangle, corner, -normal)) {
            continue;
        }
        const auto loop = body.faceVertices(face);
        bool isUnder = true;
        for (std::size_t i = 0; i < loop.size() && isUnder; ++i) {
            const glm::dvec3 start = vertex(loop[i]), end = vertex(loop[(i + 1) % loop.size()]);
            isUnder = glm::dot(glm::cross(end - start, normal), point - start) <=
                      felt_.rounding() * glm::length(end - start);
        }
        takeAtVertex(triangle, corner, -normal, separation, faceCode(face), isUnder, pushes);
    }
}

/// For a vertex outside of the core: round bodies, and margins.
void FeaturePushSearch::tryClosestPoint(const FeltTriangle& triangle, std::uint32_t corner,
                                        TrianglePushes& pushes) const {
    const glm::dvec3& point = triangle.corners[corner];
    const glm::dvec3 toBody = closestPointOfBody(point) - point;
    const double distance = glm::length(toBody), separation = distance - felt_.body().convexRadius();
    if (distance > felt_.rounding() && separation < felt_.margin() &&
        (separation > pushes.best || pushes.wants(separation))) {
        const glm::dvec3 outward = toBody / distance;
        if (isAllowedAt(triangle, corner, outward)) {
            takeAtVertex(triangle, corner, outward, separation, vertexCode(felt_.body().support(-outward)),
                         true, pushes);
        }
    }
}

/// The point of the core that is closest to a point outside of it; the point itself if it is inside.
glm::dvec3 FeaturePushSearch::closestPointOfBody(const glm::dvec3& point) const {
    const ConvexProxy& body = felt_.body();
    if (body.isPoint()) {
        return vertices_[0];
    }
    if (body.isSegment()) {
        const double share = closestSegmentParameter(vertices_[0], vertices_[1], point);
        return vertices_[0] + share * (vertices_[1] - vertices_[0]);
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

double FeaturePushSearch::nearOf(const FeltTriangle& triangle) const {
    const auto& [a, b, c] = triangle.corners;
    return kOnFeature * std::sqrt(std::max(glm::dot(b - a, b - a), glm::dot(c - b, c - b))) +
           felt_.rounding();
}

bool FeaturePushSearch::isAllowedOn(const FeltTriangle& triangle, std::uint32_t edge, const glm::dvec3& place,
                                    const glm::dvec3& outward) const {
    const glm::dvec3 from = triangle.corners[edge], along = triangle.corners[(edge + 1) % 3] - from;
    const double share = glm::dot(place - from, along) / glm::dot(along, along), near = nearOf(triangle);
    bool isAllowed = true;
    forEachEdgePart(felt_.surface(), triangle.number, edge, [&](const detail::EdgePart& part) {
        if (share < part.from || share > part.to) {
            return;
        }
        for (const std::uint32_t other : part.triangles) {
            for (const glm::dvec3& corner : felt_.corners(other)) {
                isAllowed = isAllowed && !leansToward(outward, corner - place, near);
            }
        }
    });
    return isAllowed;
}

FeaturePushSearch::Facing FeaturePushSearch::facingSphere(const FeltTriangle& triangle,
                                                          FeaturePush& push) const {
    const auto& [a, b, c] = triangle.corners;
    const glm::dvec3 center = vertex(0), weights = closestPointWeights(a, b, c, center);
    const glm::dvec3 place = weights.x * a + weights.y * b + weights.z * c, toBody = center - place;
    const double distance = glm::length(toBody);
    const int zeros = (weights.x == 0.0 ? 1 : 0) + (weights.y == 0.0 ? 1 : 0) + (weights.z == 0.0 ? 1 : 0);
    if (zeros == 0 || distance <= felt_.rounding()) {
        return Facing::Face;
    }
    const glm::dvec3 outward = toBody / distance;
    if (glm::dot(outward, triangle.outward) > kSamePatch) {
        return Facing::Face;
    }
    const std::array<std::uint32_t, 3> numbers = verticesOf(felt_.surface(), triangle.number);
    FeatureCode code = 0;
    bool isAllowed = false;
    if (zeros == 2) {
        const std::uint32_t corner = weights.x != 0.0 ? 0 : weights.y != 0.0 ? 1 : 2;
        isAllowed = isAllowedAt(triangle, corner, outward);
        code = vertexCode(numbers[corner]);
    } else {
        const std::uint32_t edge = weights.z == 0.0 ? 0 : weights.x == 0.0 ? 1 : 2;
        isAllowed = isAllowedOn(triangle, edge, place, outward);
        code = edgeCode(numbers[edge], numbers[(edge + 1) % 3]);
    }
    const double radius = felt_.body().convexRadius();
    push = {outward, distance - radius, 1, {{{center - radius * outward, place, vertexCode(0), code}, {}}}};
    return isAllowed ? Facing::Feature : Facing::Neighbor;
}

bool FeaturePushSearch::isAllowedAt(const FeltTriangle& triangle, std::uint32_t corner,
                                    const glm::dvec3& outward) const {
    if (felt_.isOneSided() && glm::dot(outward, triangle.outward) < -kLean) {
        return false;
    }
    const glm::dvec3& point = triangle.corners[corner];
    const double near = nearOf(triangle);
    if (leansToward(outward, triangle.corners[(corner + 1) % 3] - point, near) ||
        leansToward(outward, triangle.corners[(corner + 2) % 3] - point, near)) {
        return false;
    }
    bool isAllowed = true;
    forEachTriangleAtVertex(felt_.surface(), triangle.number, corner, [&](std::uint32_t other) {
        if (!isAllowed) {
            return;
        }
        for (const glm::dvec3& end : felt_.corners(other)) {
            isAllowed = isAllowed && !leansToward(outward, end - point, near);
        }
    });
    return isAllowed;
}

void FeaturePushSearch::takeAtVertex(const FeltTriangle& triangle, std::uint32_t corner,
                                     const glm::dvec3& outward, double separation, FeatureCode onBody,
                                     bool touches, TrianglePushes& pushes) const {
    if (separation > pushes.best) {
        pushes.best = separation;
        pushes.bestIsNormalOf = kNoIndex;
    }
    if (touches && pushes.wants(separation)) {
        const glm::dvec3& point = triangle.corners[corner];
        const FeatureCode code = vertexCode(verticesOf(felt_.surface(), triangle.number)[corner]);
        pushes.touching =
            FeaturePush{outward, separation, 1, {{{point + separation * outward, point, onBody, code}, {}}}};
    }
}

}  // namespace sat3d::inline SAT3D_ABI
