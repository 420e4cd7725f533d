#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/separation/batch_pairs.hpp"
#include "narrowphase/separation/box_collector.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::BoxBatch;

/// Adds the pairs of boxes to a collector. Calls answerInvalid(index) for pairs with an
/// index that is out of range, and answerOther(index) for all others.
template <class T, class Boxes, class AnswerOther, class AnswerInvalid>
void forAll(const BatchPairs<T>& pairs, std::size_t count, Boxes& boxes, const AnswerOther& answerOther,
            const AnswerInvalid& answerInvalid) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!pairs.isValid(i)) {
            answerInvalid(i);
            continue;
        }
        if constexpr (std::is_same_v<T, float>) {
            if (boxes.addIfBoxes(i, pairs[i])) {
                continue;
            }
        }
        answerOther(i);
    }
    boxes.flush();
}

/// The penetration of a lane that overlaps. The result is meaningless for other lanes.
Penetration penetrationOf(const BoxBatch& batch, std::size_t lane, float margin) {
    const bool isSwapped = batch.isSwapped[lane] != 0;
    const std::uint32_t a = batch.a[lane]->box->names[static_cast<std::size_t>(batch.featureA[lane])],
                        b = batch.b[lane]->box->names[static_cast<std::size_t>(batch.featureB[lane])];
    return {{batch.normal[0][lane], batch.normal[1][lane], batch.normal[2][lane]},
            -batch.separation[lane] + margin,
            {static_cast<FeaturePair::Kind>(batch.kind[lane]), isSwapped ? b : a, isSwapped ? a : b},
            {}};
}

/// Writes the penetrations of all lanes.
/// @param answerOne  computes a single pair; called for separated boxes that may be within the margin
template <class AnswerOne>
void answerPenetrations(std::span<const std::size_t> indices, const BoxBatch& batch, float margin,
                        std::span<std::optional<Penetration>> results, const AnswerOne& answerOne) {
    for (std::size_t lane = 0; lane < indices.size(); ++lane) {
        // The result is written even for a lane without an overlap: a branch would be unpredictable.
        std::optional<Penetration>& result = results[indices[lane]];
        if (batch.anyOverlap) {
            result.emplace(penetrationOf(batch, lane, margin));
        }
        if (!(batch.separation[lane] < 0.0f)) {
            result.reset();
            if (margin > 0.0f && mayOverlap(batch, lane, margin)) {
                answerOne(indices[lane]);
            }
        }
    }
}

template <class T>
void overlapAll(const BatchPairs<T>& pairs, std::span<bool> results, const OverlapOptions& options) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result for each pair");
    const auto answerOne = [&](std::size_t i) {
        const auto [a, poseA, b, poseB, isSwapped] = pairs[i];
        results[i] = overlaps(a, poseA, b, poseB, options);
    };
    const auto answerBoxes = [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
        for (std::size_t lane = 0; lane < indices.size(); ++lane) {
            results[indices[lane]] = batch.separation[lane] < 0.0f;
            if (options.margin > 0.0f && mayOverlap(batch, lane, options.margin)) {
                answerOne(indices[lane]);
            }
        }
    };
    BoxCollector boxes(detail::boxBatchOverlapsKernel, answerBoxes);
    forAll(pairs, std::min(pairs.size(), results.size()), boxes, answerOne,
           [&](std::size_t i) { results[i] = false; });
}

template <class T>
void penetrationAll(const BatchPairs<T>& pairs, std::span<std::optional<Penetration>> results,
                    const PenetrationOptions& options) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result for each pair");
    const auto answerOne = [&](std::size_t i) {
        const auto [a, poseA, b, poseB, isSwapped] = pairs[i];
        results[i] = penetration(a, poseA, b, poseB, options);
    };
    const auto answerBoxes = [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
        answerPenetrations(indices, batch, options.margin, results, answerOne);
    };
    BoxCollector boxes(detail::boxBatchPenetrationsKernel, answerBoxes);
    forAll(pairs, std::min(pairs.size(), results.size()), boxes, answerOne,
           [&](std::size_t i) { results[i].reset(); });
}

}  // namespace

void overlapBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results,
                  const OverlapOptions& options) {
    overlapAll(BatchPairs<float>(shapes, poses, pairs), results, options);
}
void overlapBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                  std::span<const PairIndices> pairs, std::span<bool> results,
                  const OverlapOptions& options) {
    overlapAll(BatchPairs<double>(shapes, poses, pairs), results, options);
}

void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<Penetration>> results,
                      const PenetrationOptions& options) {
    penetrationAll(BatchPairs<float>(shapes, poses, pairs), results, options);
}
void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<Penetration>> results,
                      const PenetrationOptions& options) {
    penetrationAll(BatchPairs<double>(shapes, poses, pairs), results, options);
}

}  // namespace sat3d::SAT3D_ABI
