// All pairs of overlapping boxes of one tree, or of two.
#if defined(SAT3D_BROADPHASE_TREE_PAIRS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_BROADPHASE_TREE_PAIRS_INL_HPP
#undef SAT3D_BROADPHASE_TREE_PAIRS_INL_HPP
#else
#define SAT3D_BROADPHASE_TREE_PAIRS_INL_HPP
#endif

#include "broadphase/node_lanes-inl.hpp"
#include "broadphase/pair_buffer.hpp"
#include "broadphase/tree_kernels.hpp"

#include <bit>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

using IndexLanes = hn::RebindToUnsigned<Lanes>;
using IndexVector = hn::Vec<IndexLanes>;

/// Writes pairs of one number and each of the numbers in the chosen lanes. Without a branch: which lanes are
/// chosen cannot be predicted. Writes a whole vector of pairs.
/// @return the end of the pairs
template <bool kAreSorted>
HWY_INLINE std::uint32_t* writePairs(std::uint32_t number, IndexVector others, hn::Mask<Lanes> chosen,
                                     std::uint32_t* end) {
    const IndexLanes d;
    const IndexVector packed = hn::Compress(others, hn::RebindMask(d, chosen));
    const IndexVector same = hn::Set(d, number);
    if constexpr (kAreSorted) {
        hn::StoreInterleaved2(hn::Min(same, packed), hn::Max(same, packed), d, end);
    } else {
        hn::StoreInterleaved2(same, packed, d, end);
    }
    return end + 2 * hn::CountTrue(Lanes(), chosen);
}

/// Joins two trees, or a tree with itself: descends into pairs of nodes with overlapping boxes, and walks the
/// upper levels once for all items. Source: T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient Processing of
/// Spatial Joins Using R-trees", 1993.
class TreeJoin {
public:
    TreeJoin(const PackedTreeView& a, const PackedTreeView& b, PairBuffer& pairs)
        : a_(a), b_(b), pairs_(pairs) {}

    /// The pairs below one node of `a`, which is also `b`.
    void joinSelf(std::uint32_t level, std::uint32_t index) {
        const PackedTree::Node& node = a_.node(level, index);
        const std::uint32_t first = index * kLanes;
        if (level == 0) {
            pairs_.reserve();
            std::uint32_t* end = pairs_.next();
            for (std::uint32_t lane = 0; lane + 1 < kLanes; ++lane) {
                end = writeLane<true>(node, lane, a_.items[first + lane], node, a_.items + first, lane + 1, end);
            }
            pairs_.setEnd(end);
            return;
        }
        ChildPairs children;
        std::uint32_t* end = children.numbers;
        for (std::uint32_t lane = 0; lane + 1 < kLanes; ++lane) {
            end = writeLane<false>(node, lane, first + lane, node, children.of(first), lane + 1, end);
        }
        const std::uint32_t childCount = a_.levelStarts[level] - a_.levelStarts[level - 1];
        for (std::uint32_t child = first; child < first + kLanes && child < childCount; ++child) {
            joinSelf(level - 1, child);
        }
        for (const std::uint32_t* pair = children.numbers; pair != end; pair += 2) {
            joinNodes(level - 1, pair[0], pair[1]);
        }
    }

    /// The pairs of nodes of the same level.
    void joinNodes(std::uint32_t level, std::uint32_t indexA, std::uint32_t indexB) {
        const PackedTree::Node& nodeA = a_.node(level, indexA);
        const PackedTree::Node& nodeB = b_.node(level, indexB);
        const std::uint32_t lanesA = overlapping(nodeA, boxOf(b_, level, indexB));
        const std::uint32_t lanesB = overlapping(nodeB, boxOf(a_, level, indexA));
        // Runs over the node that has fewer lanes in the other's box.
        const bool isB = std::popcount(lanesB) < std::popcount(lanesA);
        const PackedTree::Node& outer = isB ? nodeB : nodeA;
        const PackedTree::Node& inner = isB ? nodeA : nodeB;
        const std::uint32_t firstOuter = kLanes * (isB ? indexB : indexA);
        const std::uint32_t firstInner = kLanes * (isB ? indexA : indexB);
        const std::uint32_t lanes = isB ? lanesB : lanesA;
        if (level == 0) {
            const std::uint32_t* const outerItems = (isB ? b_ : a_).items + firstOuter;
            const std::uint32_t* const innerItems = (isB ? a_ : b_).items + firstInner;
            pairs_.reserve();
            std::uint32_t* end = pairs_.next();
            for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
                end = writeLane<true>(outer, lowest(rest), outerItems[lowest(rest)], inner, innerItems, 0, end);
            }
            pairs_.setEnd(end);
            return;
        }
        ChildPairs children;
        std::uint32_t* end = children.numbers;
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            end = writeLane<false>(outer, lowest(rest), firstOuter + lowest(rest), inner,
                                   children.of(firstInner), 0, end);
        }
        for (const std::uint32_t* pair = children.numbers; pair != end; pair += 2) {
            joinNodes(level - 1, isB ? pair[1] : pair[0], isB ? pair[0] : pair[1]);
        }
    }

    /// Descends in `a`, which is at least as high as `b`, to the level of the root of `b`.
    void joinRoots(std::uint32_t level, std::uint32_t indexA) {
        if (level == b_.top) {
            joinNodes(level, indexA, 0);
            return;
        }
        for (std::uint32_t rest = overlapping(a_.node(level, indexA), boxOf(b_, b_.top, 0)); rest != 0;
             rest &= rest - 1) {
            joinRoots(level - 1, indexA * kLanes + lowest(rest));
        }
    }

private:
    static constexpr std::uint32_t kLanes = PackedTree::kLanes;

    /// The pairs of children of two nodes, with room for a vector beyond them, and the children of one.
    struct ChildPairs {
        std::uint32_t numbers[2 * (kLanes * kLanes + kLanes)];
        alignas(32) std::uint32_t all[kLanes];

        HWY_INLINE const std::uint32_t* of(std::uint32_t first) {
            const IndexLanes d;
            for (std::uint32_t lane = 0; lane < kLanes; lane += kLanesPerVector) {
                hn::Store(hn::Iota(d, first + lane), d, all + lane);
            }
            return all;
        }
    };

    /// Writes the pairs of one lane's number with the numbers of a node's lanes, from lane `from` on, whose
    /// boxes overlap the lane's.
    template <bool kAreSorted>
    static HWY_INLINE std::uint32_t* writeLane(const PackedTree::Node& node, std::uint32_t lane,
                                               std::uint32_t number, const PackedTree::Node& others,
                                               const std::uint32_t* numbers, std::uint32_t from,
                                               std::uint32_t* end) {
        const BroadcastBox<3> box(node, lane);
        const Lanes d;
        for (std::uint32_t first = 0; first < kLanes; first += kLanesPerVector) {
            const auto isLater =
                hn::Ge(hn::Iota(d, static_cast<float>(first)), hn::Set(d, static_cast<float>(from)));
            const auto chosen = hn::And(isLater, overlapMask(others, box, first));
            end = writePairs<kAreSorted>(number, hn::LoadU(IndexLanes(), numbers + first), chosen, end);
        }
        return end;
    }

    static std::uint32_t lowest(std::uint32_t bits) {
        return static_cast<std::uint32_t>(std::countr_zero(bits));
    }

    static HWY_INLINE BroadcastBox<3> boxOf(const PackedTreeView& tree, std::uint32_t level,
                                            std::uint32_t index) {
        return {tree.node(level + 1, index / kLanes), index % kLanes};
    }

    PackedTreeView a_, b_;
    PairBuffer& pairs_;
};

void selfPairs(const PackedTreeView& tree, PairBuffer& pairs) {
    TreeJoin(tree, tree, pairs).joinSelf(tree.top, 0);
}

void joinPairs(const PackedTreeView& a, const PackedTreeView& b, PairBuffer& pairs) {
    const bool isHigher = a.top >= b.top;
    const PackedTreeView& high = isHigher ? a : b;
    TreeJoin(high, isHigher ? b : a, pairs).joinRoots(high.top, 0);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
