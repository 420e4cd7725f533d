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
        if (level == 0) {
            pairs_.reserve();
        }
        for (std::uint32_t lane = 0; lane < PackedTree::kLanes; ++lane) {
            const std::uint32_t later = ~1u << lane;
            const std::uint32_t others = overlapping(node, BroadcastBox<3>(node, lane)) & later;
            const std::uint32_t child = index * PackedTree::kLanes + lane;
            if (level == 0) {
                addPairs(a_, child, b_, index, others);
                continue;
            }
            if (child < a_.levelStarts[level] - a_.levelStarts[level - 1]) {
                joinSelf(level - 1, child);
            }
            for (std::uint32_t rest = others; rest != 0; rest &= rest - 1) {
                joinNodes(level - 1, child, index * PackedTree::kLanes + lowest(rest));
            }
        }
    }

    /// The pairs of nodes of the same level.
    void joinNodes(std::uint32_t level, std::uint32_t indexA, std::uint32_t indexB) {
        const PackedTree::Node& nodeA = a_.node(level, indexA);
        const PackedTree::Node& nodeB = b_.node(level, indexB);
        const std::uint32_t lanesA = overlapping(nodeA, boxOf(b_, level, indexB));
        if (lanesA == 0) {
            return;
        }
        if (level == 0) {
            joinLeaves(indexA, lanesA, indexB);
            return;
        }
        for (std::uint32_t rest = lanesA; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = lowest(rest);
            for (std::uint32_t others = overlapping(nodeB, BroadcastBox<3>(nodeA, lane)); others != 0;
                 others &= others - 1) {
                joinNodes(level - 1, indexA * PackedTree::kLanes + lane,
                          indexB * PackedTree::kLanes + lowest(others));
            }
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
            joinRoots(level - 1, indexA * PackedTree::kLanes + lowest(rest));
        }
    }

private:
    static std::uint32_t lowest(std::uint32_t bits) {
        return static_cast<std::uint32_t>(std::countr_zero(bits));
    }

    static HWY_INLINE BroadcastBox<3> boxOf(const PackedTreeView& tree, std::uint32_t level,
                                            std::uint32_t index) {
        return {tree.node(level + 1, index / PackedTree::kLanes), index % PackedTree::kLanes};
    }

    /// Runs over the leaf that has fewer items in the other's box.
    void joinLeaves(std::uint32_t indexA, std::uint32_t lanesA, std::uint32_t indexB) {
        const PackedTree::Node& leafA = a_.node(0, indexA);
        const PackedTree::Node& leafB = b_.node(0, indexB);
        const std::uint32_t lanesB = overlapping(leafB, boxOf(a_, 0, indexA));
        pairs_.reserve();
        if (std::popcount(lanesA) <= std::popcount(lanesB)) {
            for (std::uint32_t rest = lanesA; rest != 0; rest &= rest - 1) {
                addPairs(a_, indexA * PackedTree::kLanes + lowest(rest), b_, indexB,
                         overlapping(leafB, BroadcastBox<3>(leafA, lowest(rest))));
            }
        } else {
            for (std::uint32_t rest = lanesB; rest != 0; rest &= rest - 1) {
                addPairs(b_, indexB * PackedTree::kLanes + lowest(rest), a_, indexA,
                         overlapping(leafA, BroadcastBox<3>(leafB, lowest(rest))));
            }
        }
    }

    void addPairs(const PackedTreeView& tree, std::uint32_t slot, const PackedTreeView& other,
                  std::uint32_t leaf, std::uint32_t lanes) {
        if (lanes == 0) {
            return;
        }
        const std::uint32_t item = tree.items[slot];
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            pairs_.add(item, other.items[leaf * PackedTree::kLanes + lowest(rest)]);
        }
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
