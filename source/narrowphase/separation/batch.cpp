#include "math/pose_contract.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/pair/canonical_order.hpp"
#include "narrowphase/separation/batch_pairs.hpp"
#include "narrowphase/separation/box_hull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::BoxBatch;
using detail::KernelBox;

/// Whether the kernels have the box form of a shape in its own pose: a hull that is a box, or a Box that is
/// not rotated in its frame.
bool hasBoxForm(ShapeRef shape) {
    return shape.kind() == ShapeRef::Kind::Box
               ? shape.box().rotation == kNoRotation
               : shape.kind() == ShapeRef::Kind::ConvexHull && shape.hull().data().kernel.box.has_value();
}

/// Collects pairs of boxes. When a batch is full, runs the kernel on it and calls
/// answer(indices of the pairs, batch).
template <class Answer>
class BoxCollector {
public:
    BoxCollector(void (*kernel)(BoxBatch&), const Answer& answer) : kernel_(kernel), answer_(answer) {}

    void add(std::size_t index, const PosedHulls<float>& pair) {
        add(index, pair.a.data().kernel, pair.poseA, pair.b.data().kernel, pair.poseB, needsSwap(pair));
    }

    /// Adds a pair of shapes that have box forms.
    void add(std::size_t index, const PosedPair<float>& pair) {
        add(index, formOf(pair.a, ownA_[count_]), pair.poseA, formOf(pair.b, ownB_[count_]), pair.poseB,
            needsSwap(pair));
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        for (std::size_t lane = count_; lane < BoxBatch::kSize; ++lane) {
            repeatFirstIn(lane);  // idle lanes must hold valid numbers
        }
        kernel_(batch_);
        SAT3D_ASSERT(batch_.finite, "poses must be finite, with positions within 1e15 m");
        answer_(std::span(indices_).first(count_), batch_);
        count_ = 0;
    }

private:
    /// @param own  receives the form of a Box
    static const KernelBox& formOf(ShapeRef shape, KernelBox& own) {
        if (shape.kind() == ShapeRef::Kind::ConvexHull) {
            return shape.hull().data().kernel;
        }
        own = kernelBoxOf(shape.box(), shape.box().center);
        return own;
    }

    void add(std::size_t index, const KernelBox& a, const Pose& poseA, const KernelBox& b, const Pose& poseB,
             bool swaps) {
        assertSound(poseA);
        assertSound(poseB);
        // The order is chosen without a branch, which would be unpredictable.
        batch_.a[count_] = swaps ? &b : &a;
        batch_.b[count_] = swaps ? &a : &b;
        batch_.poseA[count_] = swaps ? &poseB : &poseA;
        batch_.poseB[count_] = swaps ? &poseA : &poseB;
        batch_.slack[count_] = detail::kSlack * (a.radius + b.radius);
        batch_.isSwapped[count_] = swaps ? 1 : 0;
        indices_[count_] = index;
        if (++count_ == BoxBatch::kSize) {
            flush();
        }
    }

    void repeatFirstIn(std::size_t lane) {
        batch_.a[lane] = batch_.a[0];
        batch_.b[lane] = batch_.b[0];
        batch_.poseA[lane] = batch_.poseA[0];
        batch_.poseB[lane] = batch_.poseB[0];
        batch_.slack[lane] = batch_.slack[0];
        batch_.isSwapped[lane] = batch_.isSwapped[0];
    }

    void (*kernel_)(BoxBatch&);
    const Answer& answer_;
    BoxBatch batch_;
    std::array<KernelBox, BoxBatch::kSize> ownA_, ownB_;  ///< forms of Box shapes
    std::array<std::size_t, BoxBatch::kSize> indices_;
    std::size_t count_ = 0;
};

/// Calls boxes.add() for each pair of shapes that have box forms, answerInvalid(index) for pairs with an
/// index that is out of range, and answerOther(index) for all others.
template <class T, class Boxes, class AnswerOther, class AnswerInvalid>
void forAll(const BatchPairs<T>& pairs, std::size_t count, Boxes& boxes, const AnswerOther& answerOther,
            const AnswerInvalid& answerInvalid) {
    for (std::size_t i = 0; i < count; ++i) {
        if (!pairs.isValid(i)) {
            answerInvalid(i);
            continue;
        }
        const PosedPair<T> pair = pairs[i];
        if constexpr (std::is_same_v<T, float>) {
            if (hasBoxForm(pair.a) && hasBoxForm(pair.b)) {
                if (areHulls(pair.a, pair.b)) {
                    boxes.add(i, PosedHulls<T>{pair.a.hull(), pair.poseA, pair.b.hull(), pair.poseB});
                } else {
                    boxes.add(i, pair);
                }
                continue;
            }
        }
        answerOther(i);
    }
    boxes.flush();
}

/// Whether the boxes of a lane may overlap within a margin. The slack covers the rounding of the separation.
bool mayOverlap(const BoxBatch& batch, std::size_t lane, float margin) {
    constexpr float kRelativeSlack = 1e-5f;
    const float radii = batch.a[lane]->radius + batch.b[lane]->radius;
    return batch.separation[lane] * (1.0f - kRelativeSlack) < margin + kRelativeSlack * radii;
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
                    const PenetrationOptions& options, std::span<PairCache> caches) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result for each pair");
    SAT3D_ASSERT(caches.empty() || pairs.size() == caches.size(), "no cache, or one for each pair");
    const std::size_t count =
        std::min({pairs.size(), results.size(), caches.empty() ? pairs.size() : caches.size()});
    const auto answerOne = [&](std::size_t i) {
        const auto [a, poseA, b, poseB, isSwapped] = pairs[i];
        results[i] = caches.empty() ? penetration(a, poseA, b, poseB, options)
                                    : penetration(a, poseA, b, poseB, caches[i], options);
    };
    const auto answerBoxes = [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
        answerPenetrations(indices, batch, options.margin, results, answerOne);
    };
    BoxCollector boxes(detail::boxBatchPenetrationsKernel, answerBoxes);
    const auto answerInvalid = [&](std::size_t i) { results[i].reset(); };
    if (options.featureHysteresis && !caches.empty()) {
        for (std::size_t i = 0; i < count; ++i) {
            pairs.isValid(i) ? answerOne(i) : answerInvalid(i);
        }
    } else {  // boxes do not use their caches
        forAll(pairs, count, boxes, answerOne, answerInvalid);
    }
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
                      const PenetrationOptions& options, std::span<PairCache> caches) {
    penetrationAll(BatchPairs<float>(shapes, poses, pairs), results, options, caches);
}
void penetrationBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                      std::span<const PairIndices> pairs, std::span<std::optional<Penetration>> results,
                      const PenetrationOptions& options, std::span<PairCache> caches) {
    penetrationAll(BatchPairs<double>(shapes, poses, pairs), results, options, caches);
}

}  // namespace sat3d::inline SAT3D_ABI
