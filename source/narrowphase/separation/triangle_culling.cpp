#include "narrowphase/separation/triangle_culling.hpp"

#include "geometry/primitives/closest_point.hpp"
#include "narrowphase/convex/tolerances.hpp"
#include "narrowphase/separation/convex_separation.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether a triangle is beyond a face of a hull, by more than a distance.
class HullFaces {
public:
    HullFaces(const ConvexProxy& a, const std::array<glm::dvec3, 3>& fromCenter, double distance)
        : faces_(a.hull()->faces()), distance_(distance) {
        for (std::size_t i = 0; i < 3; ++i) {
            corners_[i] = a.inHull(a.center() + fromCenter[i]);
        }
    }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(faces_.size()); }
    [[nodiscard]] bool isBeyond(std::uint32_t face) const {
        const auto& [normal, offset] = faces_[face].plane;
        return std::min({glm::dot(normal, corners_[0]), glm::dot(normal, corners_[1]),
                         glm::dot(normal, corners_[2])}) > offset + distance_;
    }

private:
    std::span<const ConvexHull::Face> faces_;
    std::array<glm::dvec3, 3> corners_;  // in the hull's frame
    double distance_;
};

}  // namespace

bool isFartherThan(double limit, const ConvexProxy& a, const Triangle& triangle, const RigidTransform& toPair,
                   std::uint32_t& lastFace) noexcept {
    constexpr double kRounding = 1e-7;
    std::array<glm::dvec3, 3> vertices;  // relative to A's center
    double scale = a.boundingRadius();
    for (std::size_t i = 0; i < 3; ++i) {
        vertices[i] = toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - a.center();
        scale += glm::length(vertices[i]);
    }
    const double reach = limit + a.convexRadius() + kRounding * scale;
    for (int axis = 0; a.isBox() && axis < 3; ++axis) {
        const glm::dvec3& unit = a.axes()[axis];
        const double x = glm::dot(unit, vertices[0]), y = glm::dot(unit, vertices[1]),
                     z = glm::dot(unit, vertices[2]);
        const double beyond = a.halfExtents()[axis] + reach;
        if (std::min({x, y, z}) > beyond || std::max({x, y, z}) < -beyond) {
            return true;
        }
    }
    // The face that culled the last triangle usually culls its neighbors.
    const auto faces = a.hull() ? std::optional<HullFaces>(std::in_place, a, vertices, reach) : std::nullopt;
    if (faces && lastFace < faces->count() && faces->isBeyond(lastFace)) {
        return true;
    }
    glm::dvec3 normal = glm::cross(vertices[1] - vertices[0], vertices[2] - vertices[0]);
    if (glm::dot(normal, vertices[0]) < 0.0) {
        normal = -normal;  // from A to the triangle
    }
    const double length = glm::length(normal);
    const double height = glm::dot(normal, vertices[0]);
    if (height > reach * length &&
        height - glm::dot(normal, a.vertex(a.support(normal)) - a.center()) > reach * length) {
        return true;
    }
    for (std::uint32_t face = 0; faces && face < faces->count(); ++face) {
        if (faces->isBeyond(face)) {
            lastFace = face;
            return true;
        }
    }
    return false;
}

namespace {

/// Whether a sphere is closer to a triangle than a margin, or nothing if rounding decides.
std::optional<bool> isSphereCloser(const ConvexProxy& sphere, const Triangle& triangle,
                                   const RigidTransform& toPair, double margin) {
    std::array<glm::dvec3, 3> vertices;  // relative to the sphere's center
    const double reach = sphere.convexRadius() + margin;
    double scale = reach;
    for (std::size_t i = 0; i < 3; ++i) {
        vertices[i] =
            toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation - sphere.center();
        scale += glm::length(vertices[i]);
    }
    const double beyond = distanceToTriangle(vertices[0], vertices[1], vertices[2], glm::dvec3(0.0)) - reach;
    return std::abs(beyond) > kNoise * scale ? std::optional(beyond < 0.0) : std::nullopt;
}

}  // namespace

bool TriangleCuller::areCloser(const ChildShape& a, const ChildShape& b, float margin) {
    auto& [number, frame, core, lastFace] = prepared(a, b.pose);
    const auto& [triangle, sides] = b.shape.triangle();
    if (core.isPoint()) {
        if (const std::optional<bool> isCloser = isSphereCloser(core, triangle, frame.bInPair, margin)) {
            return *isCloser;
        }
    } else if (isFartherThan(margin, core, triangle, frame.bInPair, lastFace)) {
        return false;
    }
    const ConvexProxy proxy(b.shape, frame.bInPair);
    return !(boundingSphereGap(core, proxy) > margin) &&
           static_cast<float>(triangleSeparation(core, proxy, sides, margin).separation) < margin;
}

}  // namespace sat3d::SAT3D_ABI
