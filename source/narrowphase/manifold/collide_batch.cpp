#include "narrowphase/separation/batch_pairs.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

template <class T>
BasicManifoldSpan<T> collideAll(const BatchPairs<T>& pairs, std::span<BasicManifold<T>> manifolds,
                                std::span<std::uint32_t> ends, const CollideOptions& options,
                                std::span<PairCache> caches) {
    SAT3D_ASSERT(pairs.size() == ends.size(), "one end for each pair");
    SAT3D_ASSERT(caches.empty() || pairs.size() == caches.size(), "no cache, or one for each pair");
    const std::size_t count =
        std::min({pairs.size(), ends.size(), caches.empty() ? pairs.size() : caches.size()});
    std::size_t used = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (pairs.isValid(i)) {
            const auto& [a, poseA, b, poseB, isSwapped] = pairs[i];
            const auto free = manifolds.subspan(used);
            used += caches.empty() ? collide(a, poseA, b, poseB, free, options).size()
                                   : collide(a, poseA, b, poseB, free, caches[i], options).size();
        }
        ends[i] = static_cast<std::uint32_t>(used);
    }
    return manifolds.first(used);
}

}  // namespace

ManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                          std::span<const PairIndices> pairs, std::span<Manifold> manifolds,
                          std::span<std::uint32_t> ends, const CollideOptions& options,
                          std::span<PairCache> caches) {
    return collideAll(BatchPairs<float>(shapes, poses, pairs), manifolds, ends, options, caches);
}
DManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                           std::span<const PairIndices> pairs, std::span<DManifold> manifolds,
                           std::span<std::uint32_t> ends, const CollideOptions& options,
                           std::span<PairCache> caches) {
    return collideAll(BatchPairs<double>(shapes, poses, pairs), manifolds, ends, options, caches);
}

}  // namespace sat3d::inline SAT3D_ABI
