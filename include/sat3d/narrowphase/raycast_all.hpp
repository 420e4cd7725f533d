#pragma once

/// @file
/// All intersections of a ray with a shape. Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// Returns all hits of a ray, in the order of their entries: every plate of a tank, every floor of a house.
///
///     std::array<RayHit, 16> room;
///     for (const RayHit& plate : raycastAll(tank, tankPose, Ray{muzzle, direction}, room))
///         steel += plate.exit.distance - plate.entry.distance;
///
/// The rules are those of raycast(), and the first hit is the answer of raycast():
/// - A convex shape and a half-space have one hit.
/// - A Compound has one hit for each child, also where children overlap.
/// - A surface has one hit for each intersection that raycast() would find if the ray started before it. The
///   exit from a watertight TriangleMesh is the next intersection with a back face; it is not a hit of its
///   own. Intersections at one place with the same side, as on an edge that two triangles share, are one.
/// @param pose  world pose, finite, with a unit rotation (asserted)
/// @param room  for the hits. If there are more, those entered first are kept
/// @return the hits at the start of the room
/// @note  No allocation. A Compound costs a search of its tree and, per child on the ray, the cost of
/// raycast(). A surface costs a search for each intersection.
template <class T>
[[nodiscard]] SAT3D_API std::span<RayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose,
                                                     const std::type_identity_t<BasicRay<T>>& ray,
                                                     std::span<RayHit> room);

}  // namespace sat3d::inline SAT3D_ABI
