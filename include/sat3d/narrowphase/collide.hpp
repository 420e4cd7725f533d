#pragma once

/// @file
/// Where, and how deeply, do two shapes touch? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

struct CollideOptions {
    /// Metres, finite, not negative: pairs closer than this touch as well, and have points of a separation
    /// below it. What rests should have a little: a corner that bounces by a hair then keeps its point.
    float margin = 0.0f;
    /// A face is preferred to edges and corners while the way out along its normal is longer than the
    /// shortest by at most this fraction of size (the mean bounding radius; against triangles that of the
    /// other shape): patches are steadier than points. 0 .. 1; 0 keeps the normal of the shortest push.
    float faceBias = 0.01f;
};

namespace detail {
[[nodiscard]] SAT3D_API std::optional<Manifold> collide(ShapeRef a, const Pose& poseA, ShapeRef b,
                                                        const Pose& poseB, const CollideOptions& options);
[[nodiscard]] SAT3D_API std::optional<DManifold> collide(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                         const DPose& poseB, const CollideOptions& options);
[[nodiscard]] SAT3D_API std::span<Manifold> collide(ShapeRef a, const Pose& poseA, ShapeRef b,
                                                    const Pose& poseB, std::span<Manifold> room,
                                                    const CollideOptions& options);
[[nodiscard]] SAT3D_API std::span<DManifold> collide(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                     const DPose& poseB, std::span<DManifold> room,
                                                     const CollideOptions& options);
}  // namespace detail

/// The contact manifold of two shapes of one piece each, exactly when penetration() with the same margin
/// gives an answer. Face against face, edge or corner gives the corners of their overlap, edge against edge
/// and round shapes the points where they are nearest; at most four, chosen to span nearly all of the patch
/// and to hold the deepest, which is as deep as the shortest push, to 2e-6 of size. collide(b, poseB, a,
/// poseA) is the same answer with the normal turned round, bit for bit.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted). DPose gives DManifold.
/// @note  No allocation. penetration(), and O(n m) for two faces of n and m corners.
/// Source: Cyrus, Beck, "Generalized Two- and Three-Dimensional Clipping", 1978.
template <class A, class B, class T>
requires OnePiecePair<A, B>
[[nodiscard]] std::optional<BasicManifold<T>> collide(const A& a, const BasicPose<T>& poseA, const B& b,
                                                      const std::type_identity_t<BasicPose<T>>& poseB,
                                                      const CollideOptions& options = {}) {
    return detail::collide(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, options);
}

/// The contact manifolds of any two shapes, the deepest first: one for each pair of convex pieces, and of
/// triangles one for each patch that a convex piece touches along one normal (to 0.8 degrees). At least one
/// exactly when penetration() with the same margin gives an answer; the first has a point as deep as that.
///
/// Normals against triangles are those of the triangles themselves, toward the side on which the shape's
/// middle lies; or, where a convex edge, a corner or a border is touched, one between those of the faces that
/// meet there. Edges within a flat or hollow surface are not felt, however it is cut up, also where triangles
/// share no vertices.
/// @param room  is filled from the front, and should have some for each piece: 4 do for a crate on terrain,
/// 16 for a tank. Where it is too small the deepest are kept, so that a full one may lack some. A convex
/// piece has at most 16 against one surface.
/// @return the part of room that was filled
/// @note  No allocation. For A's pieces, the time of penetration(), and a search of the surface for each
/// triangle that is touched at an edge.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] std::span<BasicManifold<T>> collide(const A& a, const BasicPose<T>& poseA, const B& b,
                                                  const std::type_identity_t<BasicPose<T>>& poseB,
                                                  std::type_identity_t<std::span<BasicManifold<T>>> room,
                                                  const CollideOptions& options = {}) {
    return detail::collide(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, room, options);
}

/// The manifold of two hulls, faster where little has changed since the last frame: see PairCache. As exact
/// as without; where several pushes are equally short within 1e-6 of size, it may start from another of them.
/// @param cache  one per pair; updated, and good for penetration() as well.
[[nodiscard]] SAT3D_API std::optional<Manifold> collide(const ConvexHull& a, const Pose& poseA,
                                                        const ConvexHull& b, const Pose& poseB,
                                                        PairCache& cache, const CollideOptions& options = {});
[[nodiscard]] SAT3D_API std::optional<DManifold> collide(const ConvexHull& a, const DPose& poseA,
                                                         const ConvexHull& b, const DPose& poseB,
                                                         PairCache& cache,
                                                         const CollideOptions& options = {});

}  // namespace sat3d::inline SAT3D_ABI
