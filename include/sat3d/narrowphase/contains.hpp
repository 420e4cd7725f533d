#pragma once

/// @file
/// Point-in-shape test. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Returns whether a point lies inside a shape.
///
///     if (contains(triggerBox, triggerPose, playerPosition)) openDoor();
///
/// A point on the surface is not inside: touching is not overlapping. In a convex shape or a half-space, a
/// point is inside if it is deeper than rounding, which is 1e-14 of the coordinates: those of the point and
/// those of the shape, both in the frame of the shape, or of the child of a Compound. A Sphere of radius 0
/// overlaps the shape exactly if its center is inside, up to rounding. A Compound contains the points of its
/// children. A watertight TriangleMesh contains the points with a positive winding number, decided exactly.
/// Unlike such a point, a Sphere overlaps the mesh only if it reaches the surface. Other surfaces contain
/// nothing.
/// @param pointInWorld  finite; returns false for NaN
template <class T>
[[nodiscard]] SAT3D_API bool contains(ShapeRef shape, const BasicPose<T>& pose,
                                      const std::type_identity_t<glm::vec<3, T>>& pointInWorld);

}  // namespace sat3d::SAT3D_ABI
