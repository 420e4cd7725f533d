#pragma once

/// @file
/// The same questions about many pairs at once.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/raycast.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// Two posed hulls. The hulls are not owned and must outlive the call.
struct PosedPair {
    const ConvexHull* a = nullptr;
    Pose poseA;
    const ConvexHull* b = nullptr;
    Pose poseB;
};

/// Answers every pair as penetration() does, bit for bit. Pairs of boxes (along the axes of their hulls) are
/// taken sixteen at a time, in any order among others; pairs need no sorting. No allocation; cut the span to
/// spread it over threads.
/// @param results  one per pair (asserted; else nothing is answered beyond the shorter).
SAT3D_API void penetrations(std::span<const PosedPair> pairs, std::span<std::optional<Penetration>> results);

/// The same with a cache for every pair, as penetration() with a cache answers.
/// @param caches  one per pair (asserted).
SAT3D_API void penetrations(std::span<const PosedPair> pairs, std::span<PairCache> caches,
                            std::span<std::optional<Penetration>> results,
                            const PenetrationOptions& options = {});

/// Answers every pair as overlaps() does.
/// @param results  one per pair (asserted): an array, which a std::vector<bool> is not.
SAT3D_API void overlaps(std::span<const PosedPair> pairs, std::span<bool> results);

namespace detail {
SAT3D_API void raycasts(ShapeRef shape, const Pose& pose, std::span<const Ray> rays,
                        std::span<std::optional<RayHit>> results);
SAT3D_API void raycasts(ShapeRef shape, const DPose& pose, std::span<const DRay> rays,
                        std::span<std::optional<RayHit>> results);
}  // namespace detail

/// Answers many rays against one shape, each as raycast() does, bit for bit. Against a hull eight are taken
/// at a time; of other shapes the rays share no more than the pose. No allocation.
/// @param results  one per ray (asserted; else nothing is answered beyond the shorter).
template <AnyShape S, class T>
void raycasts(const S& shape, const BasicPose<T>& pose,
              std::type_identity_t<std::span<const BasicRay<T>>> rays,
              std::span<std::optional<RayHit>> results) {
    detail::raycasts(detail::ShapeRef(shape), pose, rays, results);
}

}  // namespace sat3d::inline SAT3D_ABI
