#pragma once

/// @file
/// All intersections of a ray with a shape, and of a moving point with a moving shape. Conventions:
/// docs/conventions.md.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Returns all hits of a ray, in the order of their entries: every plate of a tank, every floor of a house.
///
///     std::array<RayHit, 16> buffer;
///     for (const RayHit& plate : raycastAll(tank, tankPose, Ray{muzzle, direction}, buffer))
///         steel += plate.exit.distance - plate.entry.distance;
///
/// The rules are those of raycast(), and the first hit is the answer of raycast():
/// - A convex shape and a half-space have one hit.
/// - A Compound has one hit for each child, also where children overlap.
/// - A surface has one hit for each intersection that raycast() would find if the ray started before it. The
///   exit from a watertight TriangleMesh is the next intersection with a back face; it is not a hit of its
///   own. Intersections at one place with the same side, as on an edge that two triangles share, are one.
/// @param pose  world pose, finite, with a unit rotation (asserted)
/// @param buffer  for the hits. If there are more, those entered first are kept
/// @return the hits at the start of the buffer
/// @note  No allocation. A Compound costs a search of its tree and, per child on the ray, the cost of
/// raycast(). A surface costs a search for each intersection.
template <class T>
[[nodiscard]] SAT3D_API std::span<RayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose,
                                                     const std::type_identity_t<BasicRay<T>>& ray,
                                                     std::span<RayHit> buffer);

/// The passage of a moving point through a moving shape.
struct MovingRayHit {
    /// Entry and exit. Normals are in world frame, each at its own time; distances are along the path of the
    /// point in the world. A point still inside at the end of the step has an exit at infinite distance, with
    /// the normal zero; so has a surface that is not watertight.
    RayHit hit;
    float entryFraction = 0.0f;         ///< share of the step before the entry: 0 .. 1
    float exitFraction = 0.0f;          ///< share of the step before the exit; infinite without an exit
    glm::vec3 entryPointInShape{0.0f};  ///< in the shape's own frame, which moves with it
    glm::vec3 exitPointInShape{0.0f};   ///< zero without an exit
};

/// Returns all passages of a point through a shape while both move over one step: a shell through a tank that
/// turns.
///
///     Ray path{muzzle, shellVelocity, glm::length(shellVelocity) * dt};
///     RigidMotion motion{tankVelocity * dt, tankAngularVelocity * dt};
///     for (const MovingRayHit& plate : raycastAll(tank, tankPose, motion, path, buffer))
///         steel += glm::distance(plate.entryPointInShape, plate.exitPointInShape);
///
/// The point moves along the ray: at fraction f of the step it is at f times the ray's length, and the shape
/// is at poseAtFraction(pose, motion, f). If the shape turns, the path is curved in its frame, and the point
/// can pass a convex shape several times. Each passage is a hit. Hits are in the order of entryFraction. At
/// equal ones, those that the path starts in come first, then those of the lowest numbered child. Otherwise
/// the rules are those of the other raycastAll(), and without rotation the hits are the same up to rounding.
///
/// Points of entry and exit in the shape's frame are accurate to 1e-6 of its size, measured across the face.
/// (The size is the bounding radius of the convex shape or child, half the diagonal of a surface, the path's
/// length for a half-space.) A passage that is deeper than this is always found, and nothing is found that is
/// farther from the shape than this. Passages between which the point stays as close as this are one.
/// Fractions and distances are rounded to float.
/// @param pose    world pose before the step, finite, with a unit rotation (asserted)
/// @param motion  finite; at most 100 radians (asserted; without asserts nothing is found)
/// @param path    of finite length (asserted; without asserts nothing is found)
/// @param buffer    for the hits. If there are more, those entered first are kept
/// @return the hits at the start of the buffer
/// @note  No allocation. The path is halved where its chord, widened by the deviation of the path from it, is
/// neither outside nor inside. Each entry and exit costs some twenty tests of a convex shape's faces, or as
/// many searches of a surface's tree. A path that follows a surface closely costs up to some thousand tests
/// for each radian, so it always ends. Without rotation the path is its own chord, and one test suffices.
template <class T>
[[nodiscard]] SAT3D_API std::span<MovingRayHit> raycastAll(ShapeRef shape, const BasicPose<T>& pose,
                                                           const RigidMotion& motion,
                                                           const std::type_identity_t<BasicRay<T>>& path,
                                                           std::span<MovingRayHit> buffer);

}  // namespace sat3d::SAT3D_ABI
