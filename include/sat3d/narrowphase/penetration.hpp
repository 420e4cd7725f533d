#pragma once

/// @file
/// Do two shapes touch, and what is the shortest push that separates them? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// The minimum translation (MTV) between two overlapping shapes.
struct Penetration {
    glm::vec3 normal{0.0f};  ///< unit, world frame, from A to B
    float depth = 0.0f;      ///< metres, > 0: the length of the shortest push
    FeaturePair features;
    PiecePair pieces;  ///< that overlap deepest

    /// Moves A out of B. Either push, or shares of both that add up, makes the shapes just touch.
    [[nodiscard]] glm::vec3 pushA() const { return normal * -depth; }
    /// Moves B out of A.
    [[nodiscard]] glm::vec3 pushB() const { return normal * depth; }
};

/// True when the interiors overlap (separation < 0; touching is not overlapping): exactly when penetration()
/// gives an answer.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted; without asserts a NaN gives
/// false).
[[nodiscard]] SAT3D_API bool overlaps(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                      const Pose& poseB);
[[nodiscard]] SAT3D_API bool overlaps(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                      const DPose& poseB);

/// The minimum translation, or nothing when the hulls do not overlap. Exact: the depth is within 1e-6 of size
/// (the mean bounding radius) of the smallest possible, and so is the true depth along the normal. Where
/// several axes are that good, faces win over edges. penetration(b, poseB, a, poseA) is the same answer with
/// the normal turned round and the features exchanged, bit for bit. (Only two equal hulls in one and the same
/// pose have no second order to ask in.)
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted; without asserts a NaN gives
/// nothing).
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(const ConvexHull& a, const Pose& poseA,
                                                               const ConvexHull& b, const Pose& poseB);
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA,
                                                               const ConvexHull& b, const DPose& poseB);

struct OverlapOptions {
    /// Metres, finite, not negative: pairs closer than this count as overlapping.
    float margin = 0.0f;
};

struct PenetrationOptions {
    /// Keeps last frame's feature while its push is at most 5 % and 1 % of size (the mean bounding radius)
    /// longer than the shortest: a resting pair with several nearly equal pushes does not flicker between
    /// them. The push is valid all the same, it is merely not the shortest to the last per cent.
    bool stickyFeatures = false;
    /// Metres, finite, not negative: pairs closer than this count as overlapping, and the push leaves a gap
    /// of just this. The depth is margin - separation.
    float margin = 0.0f;
};

/// The same, faster where little has changed since the last frame: see PairCache. The answer is as exact as
/// without; where several axes are equally good within 1e-6 of size, it may be another of them.
/// @param cache  one per pair; updated. Any cache will do, only one of the same pair helps.
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(const ConvexHull& a, const Pose& poseA,
                                                               const ConvexHull& b, const Pose& poseB,
                                                               PairCache& cache,
                                                               const PenetrationOptions& options = {});
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA,
                                                               const ConvexHull& b, const DPose& poseB,
                                                               PairCache& cache,
                                                               const PenetrationOptions& options = {});

namespace detail {
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(ShapeRef a, const Pose& poseA, ShapeRef b,
                                                               const Pose& poseB, float margin);
[[nodiscard]] SAT3D_API std::optional<Penetration> penetration(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                               const DPose& poseB, float margin);
}  // namespace detail

/// The minimum translation of any two shapes, on the same terms: exact to 1e-6 of size, mirrored bit for bit
/// when a and b change places, and never in contradiction to overlaps() and distance(): penetration.depth ==
/// margin - distance.separation. Of shapes with many pieces (Compound, TriangleMesh, HeightField) it is that
/// of the two pieces that overlap deepest, the lowest numbered of equals: the push clears these two, and may
/// leave others.
/// @param options  stickyFeatures needs a cache, and means nothing here.
/// @note  No allocation.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] std::optional<Penetration> penetration(const A& a, const BasicPose<T>& poseA, const B& b,
                                                     const std::type_identity_t<BasicPose<T>>& poseB,
                                                     const PenetrationOptions& options = {}) {
    return detail::penetration(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, options.margin);
}

/// Whether any two shapes overlap: exactly when penetration() with the same margin gives an answer.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] bool overlaps(const A& a, const BasicPose<T>& poseA, const B& b,
                            const std::type_identity_t<BasicPose<T>>& poseB,
                            const OverlapOptions& options = {}) {
    return detail::penetration(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, options.margin)
        .has_value();
}

}  // namespace sat3d::inline SAT3D_ABI
