#pragma once

/// @file
/// The queries of a World or a PlanarWorld over spans: many rays, sweeps or shapes in one call.

#include <sat3d/core/config.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/world/moving_queries.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/object_motions.hpp>
#include <sat3d/world/world.hpp>
#include <sat3d/world/world_queries.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

// Each function answers query i of a span like the single query, bit for bit, and writes results[i]. The
// caller's threads share the work, and change no answer. No allocation.
//
// Filters: none, one for all queries, or one for each query. Spans of queries and of results have equal
// sizes (asserted). Without asserts, the smallest size counts.
//
// Sweeps among moving objects and shootThrough() exist in space only.
//
// Queries with several results share the buffer: each has the part of buffer.size() / counts.size() that
// starts at its number times this size. counts[i] is the number of its results, at the start of its part.

/// Many rays, each like raycast().
/// @code
/// raycastBatch(world, rays, hits);
/// @endcode
template <class T>
SAT3D_API void raycastBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                            std::span<std::optional<RayHitIn<T>>> results,
                            std::span<const QueryFilter> filters = {},
                            ParallelFor parallelFor = kInOneThread);
/// Many rays, each like raycastAll().
template <class T>
SAT3D_API void raycastAllBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                               std::type_identity_t<std::span<RayHitIn<T>>> buffer,
                               std::span<std::uint32_t> counts, std::span<const QueryFilter> filters = {},
                               ParallelFor parallelFor = kInOneThread);
/// Many rays, each like raycastAny().
/// @param results  contiguous, so a std::vector<bool> is not possible
template <class T>
SAT3D_API void raycastAnyBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::Ray> rays,
                               std::span<bool> results, std::span<const QueryFilter> filters = {},
                               ParallelFor parallelFor = kInOneThread);

/// Two points, for isVisibleBatch().
template <class T>
struct BasicSight {
    typename Space<T>::Position from{0}, to{0};  ///< world frame, meters, finite
};
using Sight = BasicSight<float>;
using DSight = BasicSight<double>;
using PlanarSight = BasicSight<Planar<float>>;

/// Many lines of sight, each like isVisible().
template <class T>
SAT3D_API void isVisibleBatch(const BasicWorld<T>& world,
                              std::type_identity_t<std::span<const BasicSight<T>>> sights,
                              std::span<bool> results, std::span<const QueryFilter> filters = {},
                              ParallelFor parallelFor = kInOneThread);

/// Many shapes on straight ways, each like sweep(). Shape i is at poses[i], and moves by translations[i].
template <class T>
SAT3D_API void sweepBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                          std::span<const typename Space<T>::Pose> poses,
                          std::span<const typename Space<T>::Dimension::Vector> translations,
                          std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                          std::span<const QueryFilter> filters = {},
                          const typename Space<T>::SweepOptions& options = {},
                          ParallelFor parallelFor = kInOneThread);
/// Many shapes that translate and rotate, each like sweep(). Shape i moves by motions[i].
template <class T>
SAT3D_API void sweepBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                          std::span<const typename Space<T>::Pose> poses,
                          std::span<const typename Space<T>::Motion> motions,
                          std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                          std::span<const QueryFilter> filters = {},
                          const typename Space<T>::SweepOptions& options = {},
                          ParallelFor parallelFor = kInOneThread);
/// Many shapes that translate and rotate while the objects move, each like the sweep() with ObjectMotions.
template <Spatial T>
SAT3D_API void sweepBatch(const BasicWorld<T>& world,
                          const std::type_identity_t<BasicObjectMotions<T>>& motions,
                          std::span<const ShapeRef> shapes,
                          std::type_identity_t<std::span<const BasicPose<T>>> poses,
                          std::span<const RigidMotion> motionsOfShapes,
                          std::type_identity_t<std::span<std::optional<BasicWorldSweep<T>>>> results,
                          std::span<const QueryFilter> filters = {}, const SweepOptions& options = {},
                          ParallelFor parallelFor = kInOneThread);

/// Many shapes, each like overlapping(). Shape i is at poses[i].
template <class T>
SAT3D_API void overlappingBatch(const BasicWorld<T>& world,
                                std::span<const typename Space<T>::ShapeRef> shapes,
                                std::span<const typename Space<T>::Pose> poses, std::span<ObjectId> buffer,
                                std::span<std::uint32_t> counts, std::span<const QueryFilter> filters = {},
                                ParallelFor parallelFor = kInOneThread);
/// Many points, each like containing().
template <class T>
SAT3D_API void containingBatch(const BasicWorld<T>& world,
                               std::span<const typename Space<T>::Position> pointsInWorld,
                               std::span<ObjectId> buffer, std::span<std::uint32_t> counts,
                               std::span<const QueryFilter> filters = {},
                               ParallelFor parallelFor = kInOneThread);
/// Many shapes, each like closest(). Shape i is at poses[i].
template <class T>
SAT3D_API void closestBatch(const BasicWorld<T>& world, std::span<const typename Space<T>::ShapeRef> shapes,
                            std::span<const typename Space<T>::Pose> poses,
                            std::type_identity_t<std::span<std::optional<BasicWorldDistance<T>>>> results,
                            float maxDistance = std::numeric_limits<float>::infinity(),
                            std::span<const QueryFilter> filters = {},
                            ParallelFor parallelFor = kInOneThread);

/// Many projectiles, each like shootThrough().
template <Spatial T>
SAT3D_API void shootThroughBatch(const BasicWorld<T>& world,
                                 const std::type_identity_t<BasicObjectMotions<T>>& motions,
                                 std::type_identity_t<std::span<const BasicRay<T>>> paths,
                                 std::span<PiercedPlate> buffer, std::span<std::uint32_t> counts,
                                 std::span<const QueryFilter> filters = {},
                                 ParallelFor parallelFor = kInOneThread);

}  // namespace sat3d::inline SAT3D_ABI
