#pragma once

/// @file
/// Queries of a World whose objects move during the step: shells through moving plates, sweeps.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/raycast_all.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/object_motions.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

// The rules of the queries in world_queries.hpp hold here as well. An object with a motion is at its pose
// `before` at the start of the step, wherever it is in the world.

/// An object that a projectile passes through.
struct PiercedPlate {
    ObjectId object;
    /// Entry and exit, each at its own time: fractions of the step, points in the object's frame (of a part
    /// that moves on its own: in the part's), normals in the world, faces with their tags (the material of
    /// the plate) and the part.
    MovingRayHit hit;
    /// Cosine of the angle of impact: between the path of the projectile relative to the moving plate, and
    /// the inward normal at the entry. 1 is head-on, 0 grazing. 1 if the projectile started inside.
    float impactCosine = 1.0f;
    /// Meters of the path inside the plate, in the frame of the plate: to the exit, or to the end of the step
    /// if there is none in it. The next step then reports the rest, with hit.startedInside.
    float lengthInside = 0.0f;
};

/// Returns all objects that a projectile passes through in one step while it and they move: every plate of
/// every vehicle, in order. The projectile is a point that moves along the path. It can skip no plate,
/// however thin or fast or quickly turning (see raycastAll() of a moving shape).
/// @code
/// const sat3d::Ray path{shell.position, shell.velocity, glm::length(shell.velocity) * dt};
/// for (const sat3d::PiercedPlate& plate : shootThrough(world, motions, path, buffer)) {
///     steel += thickness(plate.hit.hit.entry.tag) / plate.impactCosine;
/// }
/// @endcode
/// Plates are in the order of hit.entryFraction, then of the objects' indices, then of the parts.
/// @param path  of the projectile during the step: direction finite, not zero, length finite (asserted)
/// @param buffer  for the plates. If there are more, those entered first are kept
/// @return the plates at the start of the buffer
template <Spatial T>
[[nodiscard]] SAT3D_API std::span<PiercedPlate> shootThrough(
    const BasicWorld<T>& world, const std::type_identity_t<BasicObjectMotions<T>>& motions,
    const std::type_identity_t<BasicRay<T>>& path, std::span<PiercedPlate> buffer,
    const QueryFilter& filter = {});

/// Returns the object that a moving shape meets first while the objects move: for thick projectiles.
/// The other sweeps of a world take the objects as still.
/// @param pose  of the shape before the step, finite, with a unit rotation (asserted)
template <Spatial T>
[[nodiscard]] SAT3D_API std::optional<BasicWorldSweep<T>> sweep(
    const BasicWorld<T>& world, const std::type_identity_t<BasicObjectMotions<T>>& motions, ShapeRef shape,
    const std::type_identity_t<BasicPose<T>>& pose, const RigidMotion& motion, const QueryFilter& filter = {},
    const SweepOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
