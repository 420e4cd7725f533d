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
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

using IndexLanes = hn::RebindToUnsigned<NodeTypes::Tag>;
using IndexVector = hn::Vec<IndexLanes>;

/// Writes pairs of one number and each of the numbers in the chosen lanes. Without a branch: which lanes are
/// chosen cannot be predicted. Writes a whole vector of pairs.
/// @return the end of the pairs
template <bool kAreSorted>
HWY_INLINE std::uint32_t* writePairs(std::uint32_t number, IndexVector others,
                                     hn::Mask<NodeTypes::Tag> chosen, std::uint32_t* end) {
    const IndexLanes d;
    const IndexVector packed = hn::Compress(others, hn::RebindMask(d, chosen));
    const IndexVector same = hn::Set(d, number);
    if constexpr (kAreSorted) {
        hn::StoreInterleaved2(hn::Min(same, packed), hn::Max(same, packed), d, end);
    } else {
        hn::StoreInterleaved2(same, packed, d, end);
    }
    return end + 2 * hn::CountTrue(NodeTypes::Tag(), chosen);
}

/// Joins two trees, or a tree with itself: descends into pairs of nodes with overlapping boxes, and walks the
/// upper levels once for all items. Source: T. Brinkhoff, H.-P. Kriegel, B. Seeger, "Efficient Processing of
/// Spatial Joins Using R-trees", 1993.
class TreeJoin {
public:
    TreeJoin(const PackedTree::View& a, const PackedTree::View& b, PairBuffer& pairs)
        : a_(a), b_(b), pairs_(pairs) {}

    /// The pairs below one node of `a`, which is also `b`.
    void joinSelf(TreePlace place) {
        const PackedTree::Node& node = a_.node(place.level, place.index);
        const std::uint32_t first = place.index * kLanes;
        if (place.level == 0) {
            pairs_.reserve();
            std::uint32_t* end = pairs_.next();
            for (std::uint32_t lane = 0; lane + 1 < kLanes; ++lane) {
                end = writeLane<true, true>(node, lane, a_.items[first + lane], node, a_.items + first, end);
            }
            pairs_.setEnd(end);
            return;
        }
        ChildPairs children;
        std::uint32_t* end = children.pairs;
        const std::uint32_t* const numbers = children.of(first);
        for (std::uint32_t lane = 0; lane + 1 < kLanes; ++lane) {
            end = writeLane<false, true>(node, lane, first + lane, node, numbers, end);
        }
        const std::uint32_t childCount = a_.levelStarts[place.level] - a_.levelStarts[place.level - 1];
        for (std::uint32_t child = first; child < first + kLanes && child < childCount; ++child) {
            joinSelf(place.child(child));
        }
        for (const std::uint32_t* pair = children.pairs; pair != end; pair += 2) {
            joinEqual<true>(place.child(pair[0]), place.child(pair[1]));
        }
    }

    /// The pairs of a node of `a` and a node of `b`. Descends into the larger box, or into both if their
    /// sizes are similar: two trees that differ in density have boxes of one size on different levels.
    void join(TreePlace a, TreePlace b) {
        const float sizeA = sizeOf(a_, a), sizeB = sizeOf(b_, b);
        const bool isLargeA = sizeA > 2.0f * sizeB, isLargeB = sizeB > 2.0f * sizeA;
        const bool areLeaves = a.level == 0 && b.level == 0, areInner = a.level > 0 && b.level > 0;
        if (areLeaves || (areInner && !isLargeA && !isLargeB)) {
            joinEqual<false>(a, b);
        } else if (isLargeA || (b.level == 0 && !isLargeB)) {
            for (std::uint32_t rest = overlapping(a_.node(a.level, a.index), boxOf(b_, b)); rest != 0;
                 rest &= rest - 1) {
                const std::uint32_t child = a.index * kLanes + lowest(rest);
                a.level == 0 ? joinItem(a_, child, b_, b) : join(a.child(child), b);
            }
        } else {
            for (std::uint32_t rest = overlapping(b_.node(b.level, b.index), boxOf(a_, a)); rest != 0;
                 rest &= rest - 1) {
                const std::uint32_t child = b.index * kLanes + lowest(rest);
                b.level == 0 ? joinItem(b_, child, a_, a) : join(a, b.child(child));
            }
        }
    }

private:
    static constexpr std::uint32_t kLanes = PackedTree::kLanes;

    /// Tests the lanes of both nodes. Both are leaves, or none is.
    /// @param kAreAlike  whether the children have similar sizes, too, and the same level
    template <bool kAreAlike>
    void joinEqual(TreePlace a, TreePlace b) {
        const PackedTree::Node& nodeA = a_.node(a.level, a.index);
        const PackedTree::Node& nodeB = b_.node(b.level, b.index);
        const std::uint32_t lanesA = overlapping(nodeA, boxOf(b_, b));
        const std::uint32_t lanesB = overlapping(nodeB, boxOf(a_, a));
        // Runs over the node that has fewer lanes in the other's box.
        const bool isB = std::popcount(lanesB) < std::popcount(lanesA);
        const PackedTree::Node& outer = isB ? nodeB : nodeA;
        const PackedTree::Node& inner = isB ? nodeA : nodeB;
        const std::uint32_t firstOuter = kLanes * (isB ? b.index : a.index);
        const std::uint32_t firstInner = kLanes * (isB ? a.index : b.index);
        const std::uint32_t lanes = isB ? lanesB : lanesA;
        if (a.level == 0) {
            const std::uint32_t* const outerItems = (isB ? b_ : a_).items + firstOuter;
            const std::uint32_t* const innerItems = (isB ? a_ : b_).items + firstInner;
            pairs_.reserve();
            std::uint32_t* end = pairs_.next();
            for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
                end = writeLane<true>(outer, lowest(rest), outerItems[lowest(rest)], inner, innerItems, end);
            }
            pairs_.setEnd(end);
            return;
        }
        ChildPairs children;
        std::uint32_t* end = children.pairs;
        const std::uint32_t* const numbers = children.of(firstInner);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            end = writeLane<false>(outer, lowest(rest), firstOuter + lowest(rest), inner, numbers, end);
        }
        for (const std::uint32_t* pair = children.pairs; pair != end; pair += 2) {
            const TreePlace childA = a.child(pair[isB ? 1 : 0]), childB = b.child(pair[isB ? 0 : 1]);
            if constexpr (kAreAlike) {
                joinEqual<true>(childA, childB);
            } else {
                join(childA, childB);
            }
        }
    }

    /// The pairs of one item and the items of the other tree below a node.
    void joinItem(const PackedTree::View& tree, std::uint32_t slot, const PackedTree::View& other,
                  TreePlace place) {
        const PackedTree::Node& leaf = tree.node(0, slot / kLanes);
        const PackedTree::Node& node = other.node(place.level, place.index);
        const std::uint32_t first = place.index * kLanes;
        if (place.level == 0) {
            pairs_.reserve();
            pairs_.setEnd(writeLane<true>(leaf, slot % kLanes, tree.items[slot], node, other.items + first,
                                          pairs_.next()));
            return;
        }
        for (std::uint32_t rest = overlapping(node, BroadcastBox(leaf, slot % kLanes)); rest != 0;
             rest &= rest - 1) {
            joinItem(tree, slot, other, place.child(first + lowest(rest)));
        }
    }

    /// The pairs of children of two nodes, with room for a vector beyond them, and the children of one.
    struct ChildPairs {
        std::uint32_t pairs[2 * (kLanes * kLanes + kLanes)];
        alignas(32) std::uint32_t all[kLanes];

        HWY_INLINE const std::uint32_t* of(std::uint32_t first) {
            const IndexLanes d;
            for (std::uint32_t lane = 0; lane < kLanes; lane += NodeTypes::kWidth) {
                hn::Store(hn::Iota(d, first + lane), d, all + lane);
            }
            return all;
        }
    };

    /// Writes the pairs of one lane's number with the numbers of a node's lanes whose boxes overlap the
    /// lane's.
    /// @param kIsSelf  whether only the lanes behind this one count
    template <bool kAreSorted, bool kIsSelf = false>
    static HWY_INLINE std::uint32_t* writeLane(const PackedTree::Node& node, std::uint32_t lane,
                                               std::uint32_t number, const PackedTree::Node& others,
                                               const std::uint32_t* numbers, std::uint32_t* end) {
        const BroadcastBox box(node, lane);
        const NodeTypes::Tag d;
        const auto overlaps = overlapMask(others, box);
        for (std::size_t part = 0; part < NodeTypes::kParts; ++part) {
            const std::size_t first = part * NodeTypes::kWidth;
            auto chosen = overlaps.part[part];
            if constexpr (kIsSelf) {
                chosen = hn::And(chosen, hn::Gt(hn::Iota(d, static_cast<float>(first)),
                                                hn::Set(d, static_cast<float>(lane))));
            }
            end = writePairs<kAreSorted>(number, hn::LoadU(IndexLanes(), numbers + first), chosen, end);
        }
        return end;
    }

    static std::uint32_t lowest(std::uint32_t bits) {
        return static_cast<std::uint32_t>(std::countr_zero(bits));
    }

    static HWY_INLINE BroadcastBox boxOf(const PackedTree::View& tree, TreePlace place) {
        return {tree.node(place.level + 1, place.index / kLanes), place.index % kLanes};
    }

    /// Sum of the edge lengths of a node's box.
    static float sizeOf(const PackedTree::View& tree, TreePlace place) {
        const PackedTree::Node& parent = tree.node(place.level + 1, place.index / kLanes);
        const std::uint32_t lane = place.index % kLanes;
        return (parent.upper[0][lane] - parent.lower[0][lane]) +
               (parent.upper[1][lane] - parent.lower[1][lane]) +
               (parent.upper[2][lane] - parent.lower[2][lane]);
    }

    PackedTree::View a_, b_;
    PairBuffer& pairs_;
};

void selfPairs(const PackedTree::View& tree, TreePlace place, PairBuffer& pairs) {
    TreeJoin(tree, tree, pairs).joinSelf(place);
}

void joinPairs(const PackedTree::View& a, TreePlace placeA, const PackedTree::View& b, TreePlace placeB,
               PairBuffer& pairs) {
    TreeJoin(a, b, pairs).join(placeA, placeB);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
