#pragma once

/// @file
/// A circle and any convex shape of the plane: the gap in the world frame, without a core of the circle.

#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/point_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <hwy/base.h>

#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Whether findCircleGap() serves the pair.
template <class T>
[[nodiscard]] bool isCircleAndConvex(const PlanarPair<T>& pair) noexcept {
    using Kind = PlanarShapeRef::Kind;
    return pair.a.kind() == Kind::Circle && pair.b.kind() != Kind::Compound;
}

/// The order in which the verbs compute a pair. Circles come first; two circles keep their order, because
/// their gap needs none.
template <class T>
[[nodiscard]] HWY_INLINE PairOrder queryOrderOf(const PlanarPair<T>& pair) noexcept {
    using Kind = PlanarShapeRef::Kind;
    const bool areCircles = pair.a.kind() == Kind::Circle && pair.b.kind() == Kind::Circle;
    return areCircles ? PairOrder{} : orderOf(pair);
}

/// The gap of a circle, A, and a convex shape, B, in world frame.
struct CircleGap {
    double separation;
    glm::dvec2 normal;  ///< unit, from A to B
    glm::dvec2 pointA;  ///< on A's border
    glm::dvec2 pointB;
    PlanarFeatures features;
};

template <class T>
[[nodiscard]] HWY_INLINE glm::dvec2 centerInWorld(const Circle& circle, const BasicPlanarPose<T>& pose) {
    const glm::dvec2 position(pose.position);
    return circle.center == glm::vec2(0.0f)
               ? position
               : position + rotatedBy(unitRotation(glm::dvec2(pose.rotation)), glm::dvec2(circle.center));
}

/// The direction of two circles with a common center: the x axis of the one that comes first.
template <class T>
[[nodiscard]] glm::dvec2 axisOfFirst(const PlanarPair<T>& pair) {
    const bool swaps = orderOf(pair).swaps;
    const glm::dvec2 axis = unitRotation(glm::dvec2((swaps ? pair.poseB : pair.poseA).rotation));
    return swaps ? -axis : axis;
}

template <class T>
[[nodiscard]] HWY_INLINE bool findGapOfCircles(const PlanarPair<T>& pair, double limit, CircleGap& gap) {
    const auto &a = pair.a.template as<Circle>(), &b = pair.b.template as<Circle>();
    const glm::dvec2 centerA = centerInWorld(a, pair.poseA), centerB = centerInWorld(b, pair.poseB);
    const glm::dvec2 between = centerB - centerA;
    const double distance = std::sqrt(glm::dot(between, between));
    const double radii = double(a.radius) + double(b.radius);
    gap.separation = distance - radii;
    if (a.radius == 0.0f || b.radius == 0.0f) {
        gap.separation = separationOfPoint(gap.separation, reachOf(centerA) + reachOf(centerB) + radii);
    }
    if (!(gap.separation < limit)) {
        return false;
    }
    gap.normal = distance > 0.0 ? between * (1.0 / distance) : axisOfFirst(pair);
    gap.pointA = centerA + double(a.radius) * gap.normal;
    gap.pointB = centerB - double(b.radius) * gap.normal;
    gap.features = {.kind = PlanarFeatures::Kind::Vertices};
    return true;
}

template <class T>
[[nodiscard]] HWY_INLINE bool findGapOfCircleAndCore(const PlanarPair<T>& pair, double limit,
                                                     CircleGap& gap) noexcept {
    const auto& circle = pair.a.template as<Circle>();
    const PlanarProxy b(pair.b, transformOf(pair.poseB));
    const PlanarTransform& bToWorld = b.toWorld();
    const glm::dvec2 center = centerInWorld(circle, pair.poseA);
    const glm::dvec2 centerInB = inFrame(bToWorld, center);
    const double radius = double(circle.radius);
    PlanarGap found;
    if (!findPointGap(b, centerInB, radius, limit, found)) {
        return false;
    }
    gap.separation = found.separation;
    gap.normal = -rotatedBy(bToWorld.rotation, found.normal);
    gap.pointA = center + radius * gap.normal;
    gap.pointB = bToWorld * (found.pointA + b.radius() * found.normal);
    copyFeatures(found.features, gap.features);
    flip(gap.features);
    return true;
}

/// Computes the separation. Returns false, with a gap that is not complete, if it is at least `limit`. Two
/// circles have a closed form that gives the flipped gap for (b, a), bit for bit.
/// @param pair  of poses that are usable
template <class T>
[[nodiscard]] HWY_INLINE bool findCircleGap(const PlanarPair<T>& pair, double limit,
                                            CircleGap& gap) noexcept {
    return pair.b.kind() == PlanarShapeRef::Kind::Circle ? findGapOfCircles(pair, limit, gap)
                                                         : findGapOfCircleAndCore(pair, limit, gap);
}

}  // namespace sat3d::SAT3D_ABI
