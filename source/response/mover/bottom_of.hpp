#pragma once

/// @file
/// How far a shape reaches in a direction.

#include "narrowphase/composite/child_traversal.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Height of the lowest point of a shape above its position.
template <class T>
[[nodiscard]] double bottomOf(ShapeRef shape, const BasicPose<T>& pose, const glm::dvec3& up) {
    const glm::dvec3 side = std::abs(up.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    const glm::dvec3 x = glm::normalize(glm::cross(side, up)), y = glm::cross(up, x);
    const glm::dmat3 upright = glm::transpose(glm::dmat3(x, y, up));  // up becomes z
    const RigidTransform toWorld = localToWorld(pose);
    return double(boundsOf(shape, {upright * toWorld.rotation, glm::dvec3(0.0)}).lower.z);
}
template <class T>
[[nodiscard]] double bottomOf(PlanarShapeRef shape, const BasicPlanarPose<T>& pose, const glm::dvec2& up) {
    const PlanarTransform upright{glm::dvec2(0.0), {up.y, up.x}};  // up becomes y
    return double(
        bounds(shape, PlanarTransform{{}, upright.transformDirection(localToWorld(pose).rotation)}).lower.y);
}

}  // namespace sat3d::SAT3D_ABI
