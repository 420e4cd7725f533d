// Queries of a tree by a box, and by a box in linear motion.
#if defined(SAT3D_BROADPHASE_TREE_QUERIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_BROADPHASE_TREE_QUERIES_INL_HPP
#undef SAT3D_BROADPHASE_TREE_QUERIES_INL_HPP
#else
#define SAT3D_BROADPHASE_TREE_QUERIES_INL_HPP
#endif

#include "broadphase/node_lanes-inl.hpp"
#include "broadphase/tree_kernels.hpp"
#include "math/directed_rounding.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Returns whether no visit returned false.
bool queryNode(const PackedTree::View& tree, std::uint32_t level, std::uint32_t index,
               const BroadcastBox& box, const CallbackRef<bool(std::uint32_t)>& visit) {
    for (std::uint32_t rest = overlapping(tree.node(level, index), box); rest != 0; rest &= rest - 1) {
        const std::uint32_t child =
            index * PackedTree::kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
        const bool goesOn =
            level == 0 ? visit(tree.items[child]) : queryNode(tree, level - 1, child, box, visit);
        if (!goesOn) {
            return false;
        }
    }
    return true;
}

bool query(const PackedTree::View& tree, const Aabb& box, const CallbackRef<bool(std::uint32_t)>& visit) {
    PackedTree::Node one;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        one.lower[axis][0] = box.lower[static_cast<int>(axis)];
        one.upper[axis][0] = box.upper[static_cast<int>(axis)];
    }
    return queryNode(tree, tree.top, 0, BroadcastBox(one, 0), visit);
}

/// The slab test of one cast with the eight boxes of a node.
class SlabTest {
public:
    HWY_INLINE explicit SlabTest(const BoxCast& cast) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            nearRow_[axis] = cast.nearRow[axis] * PackedTree::kLanes;
            farRow_[axis] = cast.farRow[axis] * PackedTree::kLanes;
            nearStart_[axis] = allNodeLanes(cast.nearStart[axis]);
            farStart_[axis] = allNodeLanes(cast.farStart[axis]);
            inverseDirection_[axis] = allNodeLanes(cast.inverseDirection[axis]);
        }
    }

    /// The lanes that are hit within the limit, one bit each.
    /// @param entries  receives lower bounds of the ways to the boxes, 0 or more
    HWY_INLINE std::uint32_t hits(const PackedTree::Node& node, float limit,
                                  float (&entries)[PackedTree::kLanes]) const {
        // Rounding errors of a distance below: direction, division, difference and product, 2^-24 each.
        constexpr float kRounding = 0x1p-21f;
        const float* const rows = node.lower[0].data();
        const auto distanceTo =
            [&](std::size_t row, const NodeLanes& start, const NodeLanes& inverseDirection)
                HWY_ATTR { return (loadLanes<PackedTree::kLanes>(rows + row) - start) * inverseDirection; };
        NodeLanes enter = distanceTo(nearRow_[0], nearStart_[0], inverseDirection_[0]);
        NodeLanes leave = distanceTo(farRow_[0], farStart_[0], inverseDirection_[0]);
        for (std::size_t axis = 1; axis < 3; ++axis) {
            enter = maxOf(enter, distanceTo(nearRow_[axis], nearStart_[axis], inverseDirection_[axis]));
            leave = minOf(leave, distanceTo(farRow_[axis], farStart_[axis], inverseDirection_[axis]));
        }
        enter = maxOf(allNodeLanes(0.0f), enter * allNodeLanes(1.0f - kRounding));
        leave = minOf(allNodeLanes(limit), leave * allNodeLanes(1.0f + kRounding));
        storeLanes(enter, entries);
        return bitsOf(enter <= leave);
    }

private:
    std::size_t nearRow_[3], farRow_[3];
    NodeLanes nearStart_[3], farStart_[3], inverseDirection_[3];
};

struct OpenNode {
    std::uint32_t level, index;
    float entry;
};

/// Sorts the children that are hit, the nearest last, and returns their number.
HWY_INLINE std::size_t sortHits(std::uint32_t bits, const float (&entries)[PackedTree::kLanes],
                                std::uint32_t level, std::uint32_t firstChild, OpenNode* sorted) {
    std::size_t count = 0;
    for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        const OpenNode hit{level, firstChild + lane, entries[lane]};
        std::size_t place = count++;
        for (; place > 0 && sorted[place - 1].entry <= hit.entry; --place) {
            sorted[place] = sorted[place - 1];
        }
        sorted[place] = hit;
    }
    return count;
}

/// Branch and bound, nearest child first. Source: N. Roussopoulos et al., "Nearest Neighbor Queries", 1995.
double castThrough(const PackedTree::View& tree, const BoxCast& cast, double limit,
                   const CallbackRef<double(std::uint32_t, double)>& visit) {
    const SlabTest test(cast);
    OpenNode open[PackedTree::kLanes * PackedTree::kMaxLevels];
    alignas(32) float entries[PackedTree::kLanes];
    std::size_t count = 0;
    float farthest = roundedUp(limit);
    OpenNode node{tree.top, 0, 0.0f};
    for (;;) {
        const std::uint32_t bits = test.hits(tree.node(node.level, node.index), farthest, entries);
        const std::uint32_t firstChild = node.index * PackedTree::kLanes;
        if (node.level > 0) {
            if (std::has_single_bit(bits)) {  // straight on into the only child
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
                node = {node.level - 1, firstChild + lane, entries[lane]};
                continue;
            }
            count += sortHits(bits, entries, node.level - 1, firstChild, open + count);
        } else if (bits != 0) {
            OpenNode items[PackedTree::kLanes];
            for (std::size_t left = sortHits(bits, entries, 0, firstChild, items); left > 0; --left) {
                if (items[left - 1].entry <= farthest) {
                    limit = visit(tree.items[items[left - 1].index], limit);
                    farthest = roundedUp(limit);
                }
            }
        }
        do {
            if (count == 0) {
                return limit;
            }
            node = open[--count];
        } while (!(node.entry <= farthest));
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
