#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// The objects and the pairs of a batch query. Refers to the caller's arrays.
template <class T>
struct Batch {
    std::span<const ShapeRef> shapes;
    std::span<const BasicPose<T>> poses;
    std::span<const PairIndices> pairs;

    /// Calls answer(i, isValid) for every pair that has a result, in order. A pair is valid if its indices
    /// are in range.
    template <class Answer>
    void forEachPair(std::size_t resultCount, const Answer& answer) const {
        SAT3D_ASSERT(shapes.size() == poses.size(), "one pose for each shape");
        SAT3D_ASSERT(pairs.size() == resultCount, "one result for each pair");
        const std::size_t objects = std::min(shapes.size(), poses.size()),
                          count = std::min(pairs.size(), resultCount);
        for (std::size_t i = 0; i < count; ++i) {
            const auto [a, b] = pairs[i];
            const bool isValid = a < objects && b < objects;
            SAT3D_ASSERT(isValid, "an index of a pair is out of range");
            answer(i, isValid);
        }
    }

    /// Calls query(shape, pose, shape, pose) for a valid pair.
    template <class Query>
    auto ask(std::size_t pair, const Query& query) const {
        const auto [a, b] = pairs[pair];
        return query(shapes[a], poses[a], shapes[b], poses[b]);
    }

    void overlap(std::span<bool> results, const OverlapOptions& options) const {
        forEachPair(results.size(), [&](std::size_t i, bool isValid) {
            results[i] = isValid && ask(i, [&](const auto&... pair) { return overlaps(pair..., options); });
        });
    }

    void penetrate(std::span<std::optional<Penetration>> results, const PenetrationOptions& options) const {
        forEachPair(results.size(), [&](std::size_t i, bool isValid) {
            if (isValid) {
                results[i] = ask(i, [&](const auto&... pair) { return penetration(pair..., options); });
            } else {
                results[i].reset();
            }
        });
    }

    BasicManifoldSpan<T> collideAll(std::span<BasicManifold<T>> manifolds, std::span<std::uint32_t> ends,
                                    const CollideOptions& options) const {
        std::size_t used = 0;
        forEachPair(ends.size(), [&](std::size_t i, bool isValid) {
            if (isValid) {
                used += ask(i, [&](const auto&... pair) {
                            return collide(pair..., manifolds.subspan(used), options);
                        }).size();
            }
            ends[i] = static_cast<std::uint32_t>(used);
        });
        return manifolds.first(used);
    }
};

}  // namespace

void overlapBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results,
                  const OverlapOptions& options) {
    Batch<float>{shapes, poses, pairs}.overlap(results, options);
}
void overlapBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results,
                  const OverlapOptions& options) {
    Batch<double>{shapes, poses, pairs}.overlap(results, options);
}

void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<Penetration>> results,
                      const PenetrationOptions& options) {
    Batch<float>{shapes, poses, pairs}.penetrate(results, options);
}
void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<Penetration>> results,
                      const PenetrationOptions& options) {
    Batch<double>{shapes, poses, pairs}.penetrate(results, options);
}

ManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                          std::span<const PairIndices> pairs, std::span<Manifold> manifolds,
                          std::span<std::uint32_t> ends, const CollideOptions& options) {
    return Batch<float>{shapes, poses, pairs}.collideAll(manifolds, ends, options);
}
DManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                           std::span<const PairIndices> pairs, std::span<DManifold> manifolds,
                           std::span<std::uint32_t> ends, const CollideOptions& options) {
    return Batch<double>{shapes, poses, pairs}.collideAll(manifolds, ends, options);
}

}  // namespace sat3d::SAT3D_ABI
