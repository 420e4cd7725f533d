#pragma once

/// @file
/// A box around a shape during a motion.

#include "narrowphase/composite/child_traversal.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

/// The boxes at both ends, and what the arcs of its points leave them by. On an arc about the center, a point
/// at the distance r accelerates by r * angle^2, so it is at most r * angle^2 / 8 from its chord, and never
/// farther than 2 r.
/// @param skin  the gap to keep, meters
template <class T>
[[nodiscard]] Aabb sweptBox(ShapeRef shape, const BasicPose<T>& pose, const RigidMotion& motion,
                            double skin = 0.0) {
    const DPose start{glm::dvec3(pose.position), glm::dquat(pose.rotation)};
    const Aabb ends = join(boundsOf(shape, localToWorld(start)),
                           boundsOf(shape, localToWorld(poseAtFraction(start, motion, 1.0))));
    const auto grown = [&](double reach) {
        return Aabb::around(glm::dvec3(ends.lower) - reach, glm::dvec3(ends.upper) + reach);
    };
    const double angle = glm::length(glm::dvec3(motion.rotationVector));
    if (angle == 0.0) {
        return skin > 0.0 ? grown(skin) : ends;
    }
    const Aabb local = boundsOf(shape, RigidTransform{});
    const glm::dvec3 center(motion.localCenter);
    const double radius = glm::length(
        glm::max(glm::abs(glm::dvec3(local.lower) - center), glm::abs(glm::dvec3(local.upper) - center)));
    return grown(skin + (1.0 + 1e-6) * radius * std::min(0.125 * angle * angle, 2.0));
}

/// The same in the plane, by the box of a disk that contains the shape at all times.
template <class T>
[[nodiscard]] Aabb sweptBox(PlanarShapeRef shape, const BasicPlanarPose<T>& pose, const PlanarMotion& motion,
                            double skin = 0.0) {
    const PlanarAabb local = bounds(shape, PlanarTransform{});
    const glm::dvec2 center(motion.localCenter), start(localToWorld(pose) * center),
        end = start + glm::dvec2(motion.translation);
    const double radius = glm::length(
        glm::max(glm::abs(glm::dvec2(local.lower) - center), glm::abs(glm::dvec2(local.upper) - center)));
    const double reach = (1.0 + 1e-6) * radius + skin;
    return Aabb::around({glm::min(start, end) - reach, 0.0}, {glm::max(start, end) + reach, 0.0});
}

}  // namespace sat3d::SAT3D_ABI
