#pragma once

/// @file
/// Two circles: a closed form in the world frame, without cores. It takes a quarter of the time.

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/polygon/planar_vectors.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::inline SAT3D_ABI {

[[nodiscard]] inline bool areCircles(const PlanarShapeRef& a, const PlanarShapeRef& b) noexcept {
    return a.kind() == PlanarShapeRef::Kind::Circle && b.kind() == PlanarShapeRef::Kind::Circle;
}

/// The gap of two circles in world frame. (b, a) gives the flipped gap, bit for bit.
struct CircleGap {
    double separation = 0.0;
    glm::dvec2 normal{0.0};  ///< from A to B
    glm::dvec2 pointA{0.0};  ///< on A's border
    glm::dvec2 pointB{0.0};

    [[nodiscard]] glm::dvec2 middle() const { return 0.5 * (pointA + pointB); }
};

template <class T>
[[nodiscard]] glm::dvec2 centerInWorld(const Circle& circle, const BasicPlanarPose<T>& pose) noexcept {
    const glm::dvec2 position(pose.position);
    return circle.center == glm::vec2(0.0f)
               ? position
               : position + rotatedBy(unitRotation(glm::dvec2(pose.rotation)), glm::dvec2(circle.center));
}

/// @param pair  two circles
template <class T>
[[nodiscard]] CircleGap circleGap(const PlanarPair<T>& pair) noexcept {
    const auto &a = pair.a.template as<Circle>(), &b = pair.b.template as<Circle>();
    const glm::dvec2 centerA = centerInWorld(a, pair.poseA), centerB = centerInWorld(b, pair.poseB);
    const glm::dvec2 between = centerB - centerA;
    const double distance = std::sqrt(glm::dot(between, between));
    CircleGap gap;
    if (distance > 0.0) {
        gap.normal = between * (1.0 / distance);
    } else {  // the x axis of the circle that comes first
        const bool swaps = orderOf(pair).swaps;
        const glm::dvec2 axis = unitRotation(glm::dvec2((swaps ? pair.poseB : pair.poseA).rotation));
        gap.normal = swaps ? -axis : axis;
    }
    gap.separation = distance - (double(a.radius) + double(b.radius));
    gap.pointA = centerA + double(a.radius) * gap.normal;
    gap.pointB = centerB - double(b.radius) * gap.normal;
    return gap;
}

}  // namespace sat3d::inline SAT3D_ABI
