#pragma once

/// @file
/// Batch queries in the plane: many pairs of shapes, or many rays against one shape.

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/planar/collide.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/raycast.hpp>
#include <sat3d/planar/shape.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

// Object i of a batch is shapes[i] at poses[i]. The batch queries answer every pair like the single query,
// bit for bit, as those in space do (see narrowphase/batch.hpp). No allocation. To use several threads, split
// the pairs.
//
// The spans of shapes and poses have equal sizes, all indices are below this size, and there is one result
// for each pair (asserted). Without asserts, the smaller size counts, and a pair with a larger index does not
// overlap.

/// Answers every pair like overlaps().
/// @param results  contiguous, so a std::vector<bool> is not possible
SAT3D_API void overlapBatch(std::span<const PlanarShapeRef> shapes, std::span<const PlanarPose> poses,
                            std::span<const PairIndices> pairs, std::span<bool> results,
                            const PlanarOptions& options = {});
SAT3D_API void overlapBatch(std::span<const PlanarShapeRef> shapes, std::span<const DPlanarPose> poses,
                            std::span<const PairIndices> pairs, std::span<bool> results,
                            const PlanarOptions& options = {});

/// Answers every pair like penetration().
///
///     std::vector<std::optional<PlanarPenetration>> hits(pairs.size());
///     penetrationBatch(shapes, poses, pairs, hits);
SAT3D_API void penetrationBatch(std::span<const PlanarShapeRef> shapes, std::span<const PlanarPose> poses,
                                std::span<const PairIndices> pairs,
                                std::span<std::optional<PlanarPenetration>> results,
                                const PlanarOptions& options = {});
SAT3D_API void penetrationBatch(std::span<const PlanarShapeRef> shapes, std::span<const DPlanarPose> poses,
                                std::span<const PairIndices> pairs,
                                std::span<std::optional<PlanarPenetration>> results,
                                const PlanarOptions& options = {});

/// Answers every pair like collide(). Writes the manifolds of all pairs one after another.
/// @param manifolds  receives the result, from the front. If it is full, a pair may have fewer manifolds than
/// collide() gives: the deepest ones, or none.
/// @param ends  one for each pair: the manifolds of pair i have the indices from ends[i - 1] (0 for the first
/// pair) up to, but not including, ends[i]
/// @return the part of `manifolds` that was written
SAT3D_API std::span<PlanarManifold> collideBatch(std::span<const PlanarShapeRef> shapes,
                                                 std::span<const PlanarPose> poses,
                                                 std::span<const PairIndices> pairs,
                                                 std::span<PlanarManifold> manifolds,
                                                 std::span<std::uint32_t> ends,
                                                 const PlanarOptions& options = {});
SAT3D_API std::span<DPlanarManifold> collideBatch(std::span<const PlanarShapeRef> shapes,
                                                  std::span<const DPlanarPose> poses,
                                                  std::span<const PairIndices> pairs,
                                                  std::span<DPlanarManifold> manifolds,
                                                  std::span<std::uint32_t> ends,
                                                  const PlanarOptions& options = {});

/// Casts many rays against one shape, each like raycast(), bit for bit. No allocation.
/// @param results  one for each ray (asserted). If the sizes differ, the shorter counts.
template <class T>
SAT3D_API void raycastBatch(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
                            std::type_identity_t<std::span<const BasicPlanarRay<T>>> rays,
                            std::span<std::optional<PlanarRayHit>> results);

}  // namespace sat3d::inline SAT3D_ABI
