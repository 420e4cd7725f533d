#pragma once

/// @file
/// Batch queries: many pairs of shapes, or many rays against one shape.

#include <sat3d/core/pair_indices.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

// Object i of a batch is shapes[i] at poses[i]. The batch queries answer every pair like the single query,
// bit for bit and in the same time. No allocation. To use several threads, split the pairs.
//
// The spans of shapes and poses have equal sizes, all indices are below this size, and there is one result
// for each pair (asserted). Without asserts, the smaller size counts, and a pair with a larger index does not
// overlap.

/// Answers every pair like overlaps().
/// @param results  contiguous, so a std::vector<bool> is not possible
SAT3D_API void overlapBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                            std::span<const PairIndices> pairs, std::span<bool> results,
                            const OverlapOptions& options = {});
SAT3D_API void overlapBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                            std::span<const PairIndices> pairs, std::span<bool> results,
                            const OverlapOptions& options = {});

/// Answers every pair like penetration().
///
///     std::vector<std::optional<Penetration>> hits(pairs.size());
///     penetrationBatch(shapes, poses, pairs, hits);
///
SAT3D_API void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                                std::span<const PairIndices> pairs,
                                std::span<std::optional<Penetration>> results,
                                const PenetrationOptions& options = {});
SAT3D_API void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                                std::span<const PairIndices> pairs,
                                std::span<std::optional<Penetration>> results,
                                const PenetrationOptions& options = {});

/// Answers every pair like collide(). Writes the manifolds of all pairs one after another.
/// @param manifolds  receives the result, from the front. If it is full, a pair may have fewer manifolds than
/// collide() gives: the deepest ones, or none.
/// @param ends  one for each pair: the manifolds of pair i have the indices from ends[i - 1] (0 for the first
/// pair) up to, but not including, ends[i]
/// @return the part of `manifolds` that was written
SAT3D_API ManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                                    std::span<const PairIndices> pairs, std::span<Manifold> manifolds,
                                    std::span<std::uint32_t> ends, const CollideOptions& options = {});
SAT3D_API DManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                                     std::span<const PairIndices> pairs, std::span<DManifold> manifolds,
                                     std::span<std::uint32_t> ends, const CollideOptions& options = {});

/// Casts many rays against one shape, each like raycast(), bit for bit. Against a hull, eight rays are
/// computed at a time; against other shapes, the rays share only the prepared pose. No allocation.
/// @param results  one for each ray (asserted). If the sizes differ, the shorter counts.
template <class T>
SAT3D_API void raycastBatch(ShapeRef shape, const BasicPose<T>& pose,
                            std::type_identity_t<std::span<const BasicRay<T>>> rays,
                            std::span<std::optional<RayHit>> results);

}  // namespace sat3d::SAT3D_ABI
