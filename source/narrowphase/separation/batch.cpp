#include "math/pose_contract.hpp"
#include "narrowphase/kernels/hull/ordered_hull_pair.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/bulk.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::BoxBatch;
using detail::HullData;
using detail::KernelHull;

/// Collects pairs of boxes until a batch is full, has the kernel decide it, and hands it on:
/// answer(indices of the pairs, batch).
template <class Answer>
class BoxCollector {
public:
    BoxCollector(void (*kernel)(BoxBatch&), const Answer& answer) : kernel_(kernel), answer_(answer) {}

    void add(std::size_t index, const PosedPair& pair, const HullData& a, const HullData& b) {
        assertSound(pair.poseA);
        assertSound(pair.poseB);
        // Which is first cannot be foretold: chosen without a branch.
        const bool turned = detail::comesSecond(a, pair.poseA, b, pair.poseB);
        batch_.a[count_] = turned ? &b.kernel : &a.kernel;
        batch_.b[count_] = turned ? &a.kernel : &b.kernel;
        batch_.poseA[count_] = turned ? &pair.poseB : &pair.poseA;
        batch_.poseB[count_] = turned ? &pair.poseA : &pair.poseB;
        batch_.slack[count_] = detail::kSlack * (a.kernel.radius + b.kernel.radius);
        batch_.turnedRound[count_] = turned ? 1 : 0;
        indices_[count_] = index;
        if (++count_ == BoxBatch::kSize) {
            flush();
        }
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        for (std::size_t lane = count_; lane < BoxBatch::kSize; ++lane) {
            repeatFirstIn(lane);  // idle lanes need numbers too
        }
        kernel_(batch_);
        SAT3D_ASSERT(batch_.finite, "poses must be finite, with positions within 1e15 m");
        answer_(std::span(indices_).first(count_), batch_);
        count_ = 0;
    }

private:
    void repeatFirstIn(std::size_t lane) {
        batch_.a[lane] = batch_.a[0];
        batch_.b[lane] = batch_.b[0];
        batch_.poseA[lane] = batch_.poseA[0];
        batch_.poseB[lane] = batch_.poseB[0];
        batch_.slack[lane] = batch_.slack[0];
        batch_.turnedRound[lane] = batch_.turnedRound[0];
    }

    void (*kernel_)(BoxBatch&);
    const Answer& answer_;
    BoxBatch batch_;
    std::array<std::size_t, BoxBatch::kSize> indices_;
    std::size_t count_ = 0;
};

/// Collects pairs of boxes and calls answerOther(index, pair) for all others.
template <class AnswerBoxes, class AnswerOther>
void forAll(std::span<const PosedPair> pairs, void (*kernel)(BoxBatch&), const AnswerBoxes& answerBoxes,
            const AnswerOther& answerOther) {
    BoxCollector<AnswerBoxes> boxes(kernel, answerBoxes);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const PosedPair& pair = pairs[i];
        const HullData &a = pair.a->data(), &b = pair.b->data();
        if (a.kernel.box && b.kernel.box) {
            boxes.add(i, pair, a, b);
        } else {
            answerOther(i, pair);
        }
    }
    boxes.flush();
}

/// Of a lane that overlaps; some penetration of any other.
Penetration penetrationOf(const BoxBatch& batch, std::size_t lane) {
    const bool turned = batch.turnedRound[lane] != 0;
    const std::uint32_t a = batch.a[lane]->box->names[static_cast<std::size_t>(batch.featureA[lane])],
                        b = batch.b[lane]->box->names[static_cast<std::size_t>(batch.featureB[lane])];
    return {{batch.normal[0][lane], batch.normal[1][lane], batch.normal[2][lane]},
            -batch.separation[lane],
            {static_cast<FeaturePair::Kind>(batch.kind[lane]), turned ? b : a, turned ? a : b},
            {}};
}

/// Every lane's penetration is written, also where there is none: whether there is cannot be foretold.
void answerPenetrations(std::span<const std::size_t> indices, const BoxBatch& batch,
                        std::span<std::optional<Penetration>> results) {
    for (std::size_t lane = 0; lane < indices.size(); ++lane) {
        std::optional<Penetration>& result = results[indices[lane]];
        if (batch.anyOverlap) {
            result.emplace(penetrationOf(batch, lane));
        }
        if (!(batch.separation[lane] < 0.0f)) {
            result.reset();
        }
    }
}

}  // namespace

void penetrations(std::span<const PosedPair> pairs, std::span<std::optional<Penetration>> results) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result per pair");
    forAll(
        pairs.first(std::min(pairs.size(), results.size())), detail::boxBatchPenetrationsKernel,
        [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
            answerPenetrations(indices, batch, results);
        },
        [&](std::size_t i, const PosedPair& pair) {
            results[i] = penetration(*pair.a, pair.poseA, *pair.b, pair.poseB);
        });
}

void penetrations(std::span<const PosedPair> pairs, std::span<PairCache> caches,
                  std::span<std::optional<Penetration>> results, const PenetrationOptions& options) {
    SAT3D_ASSERT(pairs.size() == results.size() && pairs.size() == caches.size(),
                 "one cache and one result per pair");
    const std::size_t count = std::min({pairs.size(), caches.size(), results.size()});
    const auto answerOne = [&](std::size_t i, const PosedPair& pair) {
        results[i] = penetration(*pair.a, pair.poseA, *pair.b, pair.poseB, caches[i], options);
    };
    if (!options.stickyFeatures && options.margin == 0.0f) {  // boxes use no cache then
        forAll(
            pairs.first(count), detail::boxBatchPenetrationsKernel,
            [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
                answerPenetrations(indices, batch, results);
            },
            answerOne);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        answerOne(i, pairs[i]);
    }
}

void overlaps(std::span<const PosedPair> pairs, std::span<bool> results) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result per pair");
    forAll(
        pairs.first(std::min(pairs.size(), results.size())), detail::boxBatchOverlapsKernel,
        [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
            for (std::size_t lane = 0; lane < indices.size(); ++lane) {
                results[indices[lane]] = batch.separation[lane] < 0.0f;
            }
        },
        [&](std::size_t i, const PosedPair& pair) {
            results[i] = overlaps(*pair.a, pair.poseA, *pair.b, pair.poseB);
        });
}

}  // namespace sat3d::inline SAT3D_ABI
