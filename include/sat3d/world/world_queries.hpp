#pragma once

/// @file
/// Queries over all objects of a World or a PlanarWorld: rays, sweeps, overlap, the closest object, near
/// pairs.

#include <sat3d/world/contact.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>
#include <sat3d/world/world.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

// All queries see the objects as they are now. They test each object that has changed since the last update()
// or refresh() of the world; so call refresh() before many queries. A step of dynamics and restore() end with
// a refresh. Answers do not depend on the order of earlier calls: of equals, the lowest index wins. If an
// answer fills its buffer, there may be more. No query allocates. Several threads may ask at the same time.

/// Selects the objects that a query sees. By default all but sensors.
struct QueryFilter {
    std::uint64_t categories = ~std::uint64_t{0};  ///< objects in one of these categories
    std::span<const ObjectId> without = {};        ///< not these: the tank that shoots
    bool sensors = false;                          ///< sensors as well
};

/// A hit of a ray in a world.
template <class RayHit>
struct BasicWorldRayHit {
    ObjectId object;
    RayHit hit;
};
using WorldRayHit = BasicWorldRayHit<RayHit>;
using PlanarWorldRayHit = BasicWorldRayHit<PlanarRayHit>;
/// The type of the hits in a world.
template <class T>
using RayHitIn = BasicWorldRayHit<typename Space<T>::RayHit>;

/// Returns the first object that a ray hits. The rules are those of raycast(shape, ...).
/// @code
/// if (auto hit = raycast(world, {muzzle, direction, 500.0f}, {.without = {&tank, 1}}))
///     damage(hit->object, hit->hit.entry.distance);
/// @endcode
/// @param ray  origin and direction finite, direction not zero (asserted); length 0 or more
template <class T>
[[nodiscard]] SAT3D_API std::optional<RayHitIn<T>> raycast(const BasicWorld<T>& world,
                                                           const typename Space<T>::Ray& ray,
                                                           const QueryFilter& filter = {});

/// Returns all hits of a ray, in the order of their entries, then of the objects' indices: every plate of
/// every tank. An object has as many as raycastAll(shape, ...) returns; in the plane, one for each child of a
/// PlanarCompound.
/// @param buffer  for the hits. If there are more, those entered first are kept
/// @return the hits at the start of the buffer
template <class T>
[[nodiscard]] SAT3D_API std::span<RayHitIn<T>> raycastAll(const BasicWorld<T>& world,
                                                          const typename Space<T>::Ray& ray,
                                                          std::type_identity_t<std::span<RayHitIn<T>>> buffer,
                                                          const QueryFilter& filter = {});

/// Returns whether a ray hits any object. Cheaper than raycast(): the first one found ends the search.
/// @param ray  origin and direction finite, direction not zero (asserted); length 0 or more
template <class T>
[[nodiscard]] SAT3D_API bool raycastAny(const BasicWorld<T>& world, const typename Space<T>::Ray& ray,
                                        const QueryFilter& filter = {});

/// Returns whether no object lies between two points: line of sight, by the rules of raycastAny(). A point
/// sees itself unless an object contains it.
/// @param from, to  finite, less than 3e38 m apart (asserted; without asserts, nothing is visible)
template <class T>
[[nodiscard]] SAT3D_API bool isVisible(const BasicWorld<T>& world, const typename Space<T>::Position& from,
                                       const typename Space<T>::Position& to, const QueryFilter& filter = {});

/// The object that a moving shape meets first. The shape is A of the sweep, the object is B.
template <class T>
struct BasicWorldSweep {
    ObjectId object;
    typename Space<T>::Sweep sweep;
};
using WorldSweep = BasicWorldSweep<float>;
using DWorldSweep = BasicWorldSweep<double>;
using PlanarWorldSweep = BasicWorldSweep<Planar<float>>;

/// Returns the object that a shape meets first on a straight path. The objects do not move. If the shape
/// overlaps objects before the step, returns the one that it overlaps deepest.
/// @param pose         before the step, finite, with a unit rotation (asserted)
/// @param translation  world axes, meters, finite
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicWorldSweep<T>> sweep(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    const typename Space<T>::Dimension::Vector& translation, const QueryFilter& filter = {},
    const SweepOptions& options = {});
/// Returns the object that a shape meets first while it translates and rotates.
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicWorldSweep<T>> sweep(const BasicWorld<T>& world,
                                                                typename Space<T>::ShapeRef shape,
                                                                const typename Space<T>::Pose& pose,
                                                                const typename Space<T>::Motion& motion,
                                                                const QueryFilter& filter = {},
                                                                const SweepOptions& options = {});

/// Returns the objects that a shape overlaps, sorted by index.
/// @param pose  finite, with a unit rotation (asserted)
/// @param buffer  for the ids. If there are more, those with the lowest indices are kept
/// @return the ids at the start of the buffer
template <class T>
[[nodiscard]] SAT3D_API std::span<ObjectId> overlapping(const BasicWorld<T>& world,
                                                        typename Space<T>::ShapeRef shape,
                                                        const typename Space<T>::Pose& pose,
                                                        std::span<ObjectId> buffer,
                                                        const QueryFilter& filter = {});

/// Returns the objects that contain a point, sorted by index, as overlapping() does.
template <class T>
[[nodiscard]] SAT3D_API std::span<ObjectId> containing(const BasicWorld<T>& world,
                                                       const typename Space<T>::Position& pointInWorld,
                                                       std::span<ObjectId> buffer,
                                                       const QueryFilter& filter = {});

/// The object closest to a shape. The shape is A of the distance, the object is B.
template <class T>
struct BasicWorldDistance {
    ObjectId object;
    typename Space<T>::Distance distance;
};
using WorldDistance = BasicWorldDistance<float>;
using DWorldDistance = BasicWorldDistance<double>;
using PlanarWorldDistance = BasicWorldDistance<Planar<float>>;

/// Returns the object with the least signed distance to a shape: the closest one, or the one that it overlaps
/// deepest. Nothing if all are farther than maxDistance.
/// @param pose         finite, with a unit rotation (asserted)
/// @param maxDistance  meters, 0 or more; infinite by default
/// @note  Searches boxes of growing size around the shape: cheap if something is near.
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicWorldDistance<T>> closest(
    const BasicWorld<T>& world, typename Space<T>::ShapeRef shape, const typename Space<T>::Pose& pose,
    float maxDistance = std::numeric_limits<float>::infinity(), const QueryFilter& filter = {});

/// Returns the pairs of objects that are nearer to each other than a distance: those that overlaps() reports
/// with this margin. Both objects must be selected by the filter; their own filters and kinds do not matter.
/// @param distance  meters, finite, not negative (asserted; without asserts nothing is found)
/// @param buffer      for the pairs. If there are more, the first ones by the indices of a, then of b are
/// kept
/// @return the pairs at the start of the buffer, sorted by a.index, then by b.index
/// @note  Costs a search of the tree for each object, until the buffer is full.
template <class T>
[[nodiscard]] SAT3D_API std::span<ObjectPair> nearPairs(const BasicWorld<T>& world, float distance,
                                                        std::span<ObjectPair> buffer,
                                                        const QueryFilter& filter = {});

}  // namespace sat3d::SAT3D_ABI
