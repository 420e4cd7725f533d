#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/manifold/hull_manifold.hpp"
#include "narrowphase/separation/batch_pairs.hpp"
#include "narrowphase/separation/box_collector.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/batch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::BoxBatch;

/// Some pairs of a batch query. Whether their boxes overlap is decided first, sixteen at a time. Manifolds
/// follow in the order of the pairs.
class BoxPairs {
public:
    static constexpr std::size_t kCapacity = 4 * BoxBatch::kSize;

    BoxPairs(const BatchPairs<float>& pairs, const CollideOptions& options)
        : pairs_(pairs), options_(options) {}

    /// Decides the boxes among the pairs [first, end), at most kCapacity.
    void decide(std::size_t first, std::size_t end) {
        first_ = first;
        states_.fill(State::Unknown);
        const auto keepLanes = [&](std::span<const std::size_t> indices, const BoxBatch& batch) {
            for (std::size_t lane = 0; lane < indices.size(); ++lane) {
                keep(indices[lane] - first_, batch, lane);
            }
        };
        BoxCollector boxes(detail::boxBatchPosesKernel, keepLanes);
        for (std::size_t i = first; i < end; ++i) {
            if (pairs_.isValid(i)) {
                boxes.addIfBoxes(i, pairs_[i]);
            }
        }
        boxes.flush();
    }

    [[nodiscard]] bool areApart(std::size_t pair) const { return states_[pair - first_] == State::Apart; }

    /// Writes the manifold of boxes that overlap. Returns false if a single query must decide.
    bool write(std::size_t pair, std::span<Manifold> manifolds) const {
        const State state = states_[pair - first_];
        if (state == State::Unknown || state == State::Apart || manifolds.empty()) {
            return false;
        }
        const PosedPair<float> given = pairs_[pair];
        const PosedPair<float> ordered = state == State::OverlapSwapped ? given.flipped() : given;
        const KernelBoxOf a(ordered.a), b(ordered.b);
        const detail::ContactRules rules =
            contactRulesOf(ordered.a, a.box(), ordered.b, b.box(), ordered.isSwapped, options_);
        Manifold& manifold = manifolds.front() = Manifold();
        detail::ManifoldFaces faces;
        if (detail::boxManifoldKernel(a.box(), ordered.poseA, b.box(), ordered.poseB, poses_[pair - first_],
                                      rules, manifold, faces) != detail::Verdict::Overlapping) {
            return false;
        }
        manifold.penetration.depth += options_.margin;
        manifold.faceTagA = faceTagOf(ordered.a, faces.ofA);
        manifold.faceTagB = faceTagOf(ordered.b, faces.ofB);
        if (ordered.isSwapped) {
            std::swap(manifold.faceTagA, manifold.faceTagB);
        }
        return true;
    }

private:
    enum class State : std::uint8_t { Unknown, Apart, Overlap, OverlapSwapped };

    /// Keeps what a batch knows about a pair.
    void keep(std::size_t index, const BoxBatch& batch, std::size_t lane) {
        if (batch.separation[lane] < 0.0f) {
            states_[index] = batch.isSwapped[lane] != 0 ? State::OverlapSwapped : State::Overlap;
            poses_[index] = batch.relative[lane];
        } else if (!(options_.margin > 0.0f && mayOverlap(batch, lane, options_.margin))) {
            states_[index] = State::Apart;
        }
    }

    const BatchPairs<float>& pairs_;
    const CollideOptions& options_;
    std::size_t first_ = 0;
    std::array<State, kCapacity> states_;
    std::array<detail::BoxBatchPose, kCapacity> poses_;
};

/// Poses in double have no lanes.
class NoBoxPairs {
public:
    static constexpr std::size_t kCapacity = BoxPairs::kCapacity;

    NoBoxPairs(const BatchPairs<double>& /*pairs*/, const CollideOptions& /*options*/) {}
    void decide(std::size_t /*first*/, std::size_t /*end*/) {}
    [[nodiscard]] bool areApart(std::size_t /*pair*/) const { return false; }
    bool write(std::size_t /*pair*/, std::span<DManifold> /*manifolds*/) const { return false; }
};

template <class T>
BasicManifoldSpan<T> collideAll(const BatchPairs<T>& pairs, std::span<BasicManifold<T>> manifolds,
                                std::span<std::uint32_t> ends, const CollideOptions& options) {
    SAT3D_ASSERT(pairs.size() == ends.size(), "one end for each pair");
    const std::size_t count = std::min(pairs.size(), ends.size());
    std::conditional_t<std::is_same_v<T, float>, BoxPairs, NoBoxPairs> boxes(pairs, options);
    std::size_t used = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % boxes.kCapacity == 0) {
            boxes.decide(i, std::min(i + boxes.kCapacity, count));
        }
        const auto free = manifolds.subspan(used);
        if (boxes.write(i, free)) {
            ++used;
        } else if (!boxes.areApart(i) && pairs.isValid(i)) {
            const auto& [a, poseA, b, poseB, isSwapped] = pairs[i];
            used += collide(a, poseA, b, poseB, free, options).size();
        }
        ends[i] = static_cast<std::uint32_t>(used);
    }
    return manifolds.first(used);
}

}  // namespace

ManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const Pose> poses,
                          std::span<const PairIndices> pairs, std::span<Manifold> manifolds,
                          std::span<std::uint32_t> ends, const CollideOptions& options) {
    return collideAll(BatchPairs<float>(shapes, poses, pairs), manifolds, ends, options);
}
DManifoldSpan collideBatch(std::span<const ShapeRef> shapes, std::span<const DPose> poses,
                           std::span<const PairIndices> pairs, std::span<DManifold> manifolds,
                           std::span<std::uint32_t> ends, const CollideOptions& options) {
    return collideAll(BatchPairs<double>(shapes, poses, pairs), manifolds, ends, options);
}

}  // namespace sat3d::SAT3D_ABI
