#pragma once

/// @file
/// Whether a point is inside a convex shape or a half-space. Rays and contains() share this one definition.

#include "geometry/primitives/closest_point.hpp"
#include "math/ray_rounding.hpp"
#include "shapes/basic/box_frame.hpp"

#include <sat3d/shapes/box.hpp>
#include <sat3d/shapes/capsule.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/half_space.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/common.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

/// A bound of the coordinates of a point, or of those that a shape is made of: their absolute sum.
[[nodiscard]] inline double reachOf(const glm::dvec3& point) noexcept {
    const glm::dvec3 sizes = glm::abs(point);
    return sizes.x + sizes.y + sizes.z;
}
[[nodiscard]] inline double reachOf(const Sphere& sphere) noexcept {
    return reachOf(glm::dvec3(sphere.center)) + double(sphere.radius);
}
[[nodiscard]] inline double reachOf(const Capsule& capsule) noexcept {
    return reachOf(glm::dvec3(capsule.start)) + reachOf(glm::dvec3(capsule.end)) + double(capsule.radius);
}
[[nodiscard]] inline double reachOf(const Box& box) noexcept {
    return reachOf(glm::dvec3(box.center)) + reachOf(glm::dvec3(box.halfExtents));
}
[[nodiscard]] inline double reachOf(const ConvexHull& hull) noexcept {
    return reachOf(glm::dvec3(hull.boundingSphere().center)) + double(hull.boundingSphere().radius);
}
[[nodiscard]] inline double reachOf(const HalfSpace& halfSpace) noexcept {
    return std::abs(double(halfSpace.offset));
}

/// Whether a point is more than `depth` below the surface.
[[nodiscard]] inline bool isDeeper(const Sphere& sphere, const glm::dvec3& point, double depth) noexcept {
    const glm::dvec3 fromCenter = point - glm::dvec3(sphere.center);
    const double radius = double(sphere.radius) - depth;
    return radius > 0.0 && glm::dot(fromCenter, fromCenter) < radius * radius;
}
[[nodiscard]] inline bool isDeeper(const Capsule& capsule, const glm::dvec3& point, double depth) noexcept {
    return distanceToSegment(glm::dvec3(capsule.start), glm::dvec3(capsule.end), point) <
           double(capsule.radius) - depth;
}
[[nodiscard]] inline bool isDeeper(const Box& box, const glm::dvec3& point, double depth) noexcept {
    const BoxFrame frame(box);
    const glm::dvec3 local = glm::abs(glm::transpose(frame.axes) * (point - frame.center)) + depth;
    return local.x < frame.halfExtents.x && local.y < frame.halfExtents.y && local.z < frame.halfExtents.z;
}
[[nodiscard]] inline bool isDeeper(const ConvexHull& hull, const glm::dvec3& point, double depth) noexcept {
    return std::all_of(hull.faces().begin(), hull.faces().end(), [&](const ConvexHull::Face& face) {
        return face.plane.signedDistance(point) < -depth;
    });
}
[[nodiscard]] inline bool isDeeper(const HalfSpace& halfSpace, const glm::dvec3& point,
                                   double depth) noexcept {
    return glm::dot(glm::normalize(glm::dvec3(halfSpace.normal)), point) - double(halfSpace.offset) < -depth;
}

/// A convex shape or a half-space. Composite shapes and triangles have no inside of their own.
template <class Shape>
concept ConvexSolid = requires(const Shape& shape, const glm::dvec3& point) {
    isDeeper(shape, point, 0.0);
};

/// How exactly a shape and points are computed, meters.
/// @param reach  reachOf() what the points are computed from
template <ConvexSolid Convex>
[[nodiscard]] double roundingOf(const Convex& shape, double reach) noexcept {
    return kRayRounding * (reach + reachOf(shape));
}

/// Whether a point is inside: deeper than rounding.
/// @param point  in the shape's frame
/// @param reach  reachOf() the points that it is computed from
template <ConvexSolid Convex>
[[nodiscard]] bool isInside(const Convex& shape, const glm::dvec3& point, double reach) noexcept {
    return isDeeper(shape, point, roundingOf(shape, reach));
}

}  // namespace sat3d::SAT3D_ABI
