#pragma once

/// @file
/// Whether a point is inside a shape of the plane. Rays, contains() and circles of radius 0 share this one
/// definition.

#include "math/ray_rounding.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_proxy.hpp"
#include "planar/shapes/visit_planar_shape.hpp"

#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A bound of the coordinates that a shape is made of, in its own frame. 0 for a compound.
[[nodiscard]] inline double reachOf(const PlanarShapeRef& shape) noexcept {
    const auto sum = [](const glm::vec2& point) { return reachOf(glm::dvec2(point)); };
    return visitShape(
        shape, [&](const Circle& circle) { return sum(circle.center) + double(circle.radius); },
        [&](const PlanarCapsule& capsule) {
            return sum(capsule.start) + sum(capsule.end) + double(capsule.radius);
        },
        [&](const PlanarSegment& segment) { return sum(segment.start) + sum(segment.end); },
        [&](const PlanarBox& box) { return sum(box.center) + sum(box.halfExtents); },
        [](const ConvexPolygon& polygon) {
            return reachOf(polygon.data().center) + polygon.data().boundingRadius;
        },
        [](const HalfPlane& halfPlane) { return std::abs(double(halfPlane.offset)); },
        [](const PlanarCompound&) { return 0.0; });
}

/// The point of a circle's, a capsule's or a segment's core that is closest to a point.
[[nodiscard]] inline glm::dvec2 closestOnCore(const PlanarProxy& core, const glm::dvec2& point) noexcept {
    const glm::dvec2& start = core.vertex(0);
    if (core.vertexCount() == 1) {
        return start;
    }
    const glm::dvec2 along = core.vertex(1) - start;
    return start + std::clamp(glm::dot(along, point - start) / glm::dot(along, along), 0.0, 1.0) * along;
}

/// Whether a point of the core's frame is more than `depth` below the border. For polygons and half-planes:
/// below the lines of all edges.
[[nodiscard]] inline bool isDeeper(const PlanarProxy& core, const glm::dvec2& point, double depth) noexcept {
    if (core.isBounded() && core.vertexCount() <= 2) {
        const glm::dvec2 outward = point - closestOnCore(core, point);
        const double radius = core.radius() - depth;
        return radius > 0.0 && glm::dot(outward, outward) < radius * radius;
    }
    for (std::uint32_t edge = 0; edge < core.edgeCount(); ++edge) {
        if (!(glm::dot(core.normal(edge), point) - core.offset()[edge] < -depth)) {
            return false;
        }
    }
    return true;
}

/// How exactly a shape and points in its frame are computed, meters.
/// @param reach  a bound of the coordinates of the points
[[nodiscard]] inline double roundingOf(const PlanarProxy& core, double reach) noexcept {
    return kRayRounding * (reach + reachOf(core.shape()));
}

/// Whether a point of the core's frame is inside: deeper than rounding.
[[nodiscard]] inline bool isInside(const PlanarProxy& core, const glm::dvec2& point) noexcept {
    return isDeeper(core, point, roundingOf(core, reachOf(point)));
}

}  // namespace sat3d::SAT3D_ABI
