#include <sat3d/core/assert.hpp>
#include <sat3d/planar/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sat3d::inline SAT3D_ABI {

namespace {

constexpr PairIndices kNoPair{~0u, ~0u};

/// The pairs of a batch query, given as indices. Refers to the caller's arrays.
template <class T>
class PlanarBatch {
public:
    PlanarBatch(std::span<const PlanarShapeRef> shapes, std::span<const BasicPlanarPose<T>> poses,
                std::span<const PairIndices> pairs)
        : shapes_(shapes), poses_(poses), pairs_(pairs) {
        SAT3D_ASSERT(shapes.size() == poses.size(), "one pose for each shape");
    }

    /// Sets the result of each pair to answer(a, poseA, b, poseB), or to that of no overlap.
    template <class Result, class Answer>
    void answerAll(std::span<Result> results, const Answer& answer) const {
        SAT3D_ASSERT(pairs_.size() == results.size(), "one result for each pair");
        const std::size_t objects = std::min(shapes_.size(), poses_.size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            const auto [a, b] = i < pairs_.size() ? pairs_[i] : kNoPair;
            const bool isValid = a < objects && b < objects;
            SAT3D_ASSERT(isValid, "an index of a pair is out of range");
            results[i] = isValid ? answer(shapes_[a], poses_[a], shapes_[b], poses_[b]) : Result{};
        }
    }

private:
    std::span<const PlanarShapeRef> shapes_;
    std::span<const BasicPlanarPose<T>> poses_;
    std::span<const PairIndices> pairs_;
};

template <class T>
void overlapAll(const PlanarBatch<T>& batch, std::span<bool> results, const PlanarOptions& options) {
    batch.answerAll(results, [&](const auto&... pair) { return overlaps(pair..., options); });
}

template <class T>
void penetrationAll(const PlanarBatch<T>& batch, std::span<std::optional<PlanarPenetration>> results,
                    const PlanarOptions& options) {
    batch.answerAll(results, [&](const auto&... pair) { return penetration(pair..., options); });
}

template <class T>
std::span<BasicPlanarManifold<T>> collideAll(const PlanarBatch<T>& batch,
                                             std::span<BasicPlanarManifold<T>> manifolds,
                                             std::span<std::uint32_t> counts, const PlanarOptions& options) {
    std::size_t used = 0;
    batch.answerAll(counts, [&](const auto&... pair) {
        const auto found = collide(pair..., manifolds.subspan(used), options);
        used += found.size();
        return static_cast<std::uint32_t>(found.size());
    });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    return manifolds.first(used);
}

}  // namespace

void overlapBatch(std::span<const PlanarShapeRef> shapes, std::span<const PlanarPose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results, const PlanarOptions& options) {
    overlapAll(PlanarBatch<float>(shapes, poses, pairs), results, options);
}
void overlapBatch(std::span<const PlanarShapeRef> shapes, std::span<const DPlanarPose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results, const PlanarOptions& options) {
    overlapAll(PlanarBatch<double>(shapes, poses, pairs), results, options);
}

void penetrationBatch(std::span<const PlanarShapeRef> shapes, std::span<const PlanarPose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<PlanarPenetration>> results,
                      const PlanarOptions& options) {
    penetrationAll(PlanarBatch<float>(shapes, poses, pairs), results, options);
}
void penetrationBatch(std::span<const PlanarShapeRef> shapes, std::span<const DPlanarPose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<PlanarPenetration>> results,
                      const PlanarOptions& options) {
    penetrationAll(PlanarBatch<double>(shapes, poses, pairs), results, options);
}

std::span<PlanarManifold> collideBatch(std::span<const PlanarShapeRef> shapes,
                                       std::span<const PlanarPose> poses, std::span<const PairIndices> pairs,
                                       std::span<PlanarManifold> manifolds, std::span<std::uint32_t> ends,
                                       const PlanarOptions& options) {
    return collideAll(PlanarBatch<float>(shapes, poses, pairs), manifolds, ends, options);
}
std::span<DPlanarManifold> collideBatch(std::span<const PlanarShapeRef> shapes,
                                        std::span<const DPlanarPose> poses,
                                        std::span<const PairIndices> pairs,
                                        std::span<DPlanarManifold> manifolds, std::span<std::uint32_t> ends,
                                        const PlanarOptions& options) {
    return collideAll(PlanarBatch<double>(shapes, poses, pairs), manifolds, ends, options);
}

template <class T>
void raycastBatch(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
                  std::type_identity_t<std::span<const BasicPlanarRay<T>>> rays,
                  std::span<std::optional<PlanarRayHit>> results) {
    SAT3D_ASSERT(rays.size() == results.size(), "one result per ray");
    for (std::size_t i = 0; i < std::min(rays.size(), results.size()); ++i) {
        results[i] = raycast(shape, pose, rays[i]);
    }
}
template void raycastBatch(PlanarShapeRef, const PlanarPose&, std::span<const PlanarRay>,
                           std::span<std::optional<PlanarRayHit>>);
template void raycastBatch(PlanarShapeRef, const DPlanarPose&, std::span<const DPlanarRay>,
                           std::span<std::optional<PlanarRayHit>>);

}  // namespace sat3d::inline SAT3D_ABI
