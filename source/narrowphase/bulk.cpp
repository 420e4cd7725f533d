#include "narrowphase/hull_query.hpp"
#include "narrowphase/kernels/box_features.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/bulk.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::BoxBatch;
using detail::OrderedPair;
using detail::Verdict;

/// Collects pairs of boxes until a batch is full, and hands the answers on: answerOne(index, ordered pair,
/// lane).
template <class AnswerOne>
class BoxCollector {
public:
    explicit BoxCollector(const AnswerOne& answerOne) : answerOne_(answerOne) {}

    void add(std::size_t index, const OrderedPair<float>& pair) {
        setLane(count_, pair);
        indices_[count_] = index;
        pairs_[count_].emplace(pair);
        if (++count_ == BoxBatch::kSize) {
            flush();
        }
    }

    void flush() {
        for (std::size_t lane = count_; count_ != 0 && lane < BoxBatch::kSize; ++lane) {
            setLane(lane, *pairs_[0]);  // idle lanes need numbers too
        }
        if (count_ != 0) {
            detail::boxBatchKernel(batch_);
        }
        for (std::size_t lane = 0; lane < count_; ++lane) {
            const auto& center = batch_.centerBInA;
            SAT3D_ASSERT(std::isfinite(center[0][lane] + center[1][lane] + center[2][lane]),
                         "poses must be finite, with positions within 1e15 m");
            answerOne_(indices_[lane], *pairs_[lane], batch_, lane);
        }
        count_ = 0;
    }

private:
    void setLane(std::size_t lane, const OrderedPair<float>& pair) {
        const auto set = [lane](auto& rows, const auto&... values) {
            std::size_t row = 0;
            ((rows[row++][lane] = values), ...);
        };
        const glm::quat &qa = pair.poseA.rotation, &qb = pair.poseB.rotation;
        const glm::vec3 &pa = pair.poseA.position, &pb = pair.poseB.position;
        const detail::KernelHull &a = pair.kernelA(), &b = pair.kernelB();
        set(batch_.rotationA, qa.x, qa.y, qa.z, qa.w);
        set(batch_.rotationB, qb.x, qb.y, qb.z, qb.w);
        set(batch_.positionA, pa.x, pa.y, pa.z);
        set(batch_.positionB, pb.x, pb.y, pb.z);
        set(batch_.centerA, a.center.x, a.center.y, a.center.z);
        set(batch_.centerB, b.center.x, b.center.y, b.center.z);
        const auto &halfA = a.box->halfExtents, &halfB = b.box->halfExtents;
        set(batch_.halfExtentsA, halfA[0], halfA[1], halfA[2]);
        set(batch_.halfExtentsB, halfB[0], halfB[1], halfB[2]);
        batch_.slack[lane] = detail::kSlack * (a.radius + b.radius);
    }

    const AnswerOne& answerOne_;
    BoxBatch batch_;
    std::array<std::size_t, BoxBatch::kSize> indices_;
    std::array<std::optional<OrderedPair<float>>, BoxBatch::kSize> pairs_;
    std::size_t count_ = 0;
};

/// Calls answerBox(index, pair, batch, lane) for pairs of boxes and answerOther(index, pair) for all others.
template <class AnswerBox, class AnswerOther>
void forAll(std::span<const PosedPair> pairs, const AnswerBox& answerBox, const AnswerOther& answerOther) {
    BoxCollector<AnswerBox> boxes(answerBox);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const PosedPair& pair = pairs[i];
        if (pair.a->data().kernel.box && pair.b->data().kernel.box) {
            boxes.add(i, detail::inOrder(*pair.a, pair.poseA, *pair.b, pair.poseB));
        } else {
            answerOther(i, pair);
        }
    }
    boxes.flush();
}

std::optional<Penetration> penetrationOfLane(const OrderedPair<float>& pair, const BoxBatch& batch,
                                             std::size_t lane) {
    if (!(batch.separation[lane] < 0.0f)) {
        return std::nullopt;
    }
    detail::RelativePose pose;
    for (std::size_t i = 0; i < 3; ++i) {
        pose.rows[i] = {{batch.rows[i][0][lane], batch.rows[i][1][lane], batch.rows[i][2][lane], 0.0f}};
        pose.centerBInA.v[i] = batch.centerBInA[i][lane];
    }
    detail::KernelResult result;
    result.verdict = Verdict::Overlapping;
    result.best.depth = -batch.separation[lane];
    detail::BoxFeatures(*pair.kernelA().box, *pair.kernelB().box, pose, result.best)
        .name(static_cast<std::uint32_t>(batch.axis[lane]));
    return detail::answer(pair, result, result.best);
}

}  // namespace

void penetrations(std::span<const PosedPair> pairs, std::span<std::optional<Penetration>> results) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result per pair");
    forAll(
        pairs.first(std::min(pairs.size(), results.size())),
        [&](std::size_t i, const OrderedPair<float>& pair, const BoxBatch& batch, std::size_t lane) {
            results[i] = penetrationOfLane(pair, batch, lane);
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
    for (std::size_t i = 0; i < count; ++i) {
        results[i] =
            penetration(*pairs[i].a, pairs[i].poseA, *pairs[i].b, pairs[i].poseB, caches[i], options);
    }
}

void overlaps(std::span<const PosedPair> pairs, std::span<bool> results) {
    SAT3D_ASSERT(pairs.size() == results.size(), "one result per pair");
    forAll(
        pairs.first(std::min(pairs.size(), results.size())),
        [&](std::size_t i, const OrderedPair<float>&, const BoxBatch& batch, std::size_t lane) {
            results[i] = batch.separation[lane] < 0.0f;
        },
        [&](std::size_t i, const PosedPair& pair) {
            results[i] = overlaps(*pair.a, pair.poseA, *pair.b, pair.poseB);
        });
}

}  // namespace sat3d::inline SAT3D_ABI
