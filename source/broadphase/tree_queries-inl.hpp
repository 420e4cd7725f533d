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
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Returns whether no visit returned false.
bool queryNode(const PackedTreeView& tree, std::uint32_t level, std::uint32_t index,
               const BroadcastBox<3>& box, const PackedTreeAccess::QueryVisitor& visitor) {
    for (std::uint32_t rest = overlapping(tree.node(level, index), box); rest != 0; rest &= rest - 1) {
        const std::uint32_t child =
            index * PackedTree::kLanes + static_cast<std::uint32_t>(std::countr_zero(rest));
        const bool goesOn = level == 0 ? visitor.call(visitor.context, tree.items[child])
                                       : queryNode(tree, level - 1, child, box, visitor);
        if (!goesOn) {
            return false;
        }
    }
    return true;
}

bool query(const PackedTreeView& tree, const Aabb& box, const PackedTreeAccess::QueryVisitor& visitor) {
    PackedTree::Node one;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        one.lower[axis][0] = box.lower[static_cast<int>(axis)];
        one.upper[axis][0] = box.upper[static_cast<int>(axis)];
    }
    return queryNode(tree, tree.top, 0, BroadcastBox<3>(one, 0), visitor);
}

/// The slab test of one cast with the eight boxes of a node.
class SlabTest {
public:
    HWY_INLINE explicit SlabTest(const BoxCast& cast) : cast_(cast) {
        const Lanes d;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            nearStart_[axis] = hn::Set(d, cast.nearStart[axis]);
            farStart_[axis] = hn::Set(d, cast.farStart[axis]);
            wayPerMeter_[axis] = hn::Set(d, cast.wayPerMeter[axis]);
        }
    }

    /// The lanes that are hit within the limit, one bit each.
    /// @param entries  receives lower bounds of the ways to the boxes, 0 or more
    HWY_INLINE std::uint32_t hits(const PackedTree::Node& node, float limit,
                                  float (&entries)[PackedTree::kLanes]) const {
        // Rounding errors of a way below: direction, division, difference and product, 2^-24 each.
        constexpr float kRounding = 0x1p-21f;
        const Lanes d;
        const float* const rows = node.lower[0].data();
        std::uint32_t bits = 0;
        for (std::size_t first = 0; first < PackedTree::kLanes; first += kLanesPerVector) {
            const auto way = [&](std::size_t row, LaneVector start, LaneVector wayPerMeter) HWY_ATTR {
                const LaneVector side = hn::Load(d, rows + row * PackedTree::kLanes + first);
                return hn::Mul(hn::Sub(side, start), wayPerMeter);
            };
            LaneVector enter = hn::Zero(d), leave = hn::Set(d, limit);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const LaneVector in = way(cast_.nearRow[axis], nearStart_[axis], wayPerMeter_[axis]);
                const LaneVector out = way(cast_.farRow[axis], farStart_[axis], wayPerMeter_[axis]);
                enter = hn::Max(enter, hn::Mul(in, hn::Set(d, 1.0f - kRounding)));
                leave = hn::Min(leave, hn::Mul(out, hn::Set(d, 1.0f + kRounding)));
            }
            hn::Store(enter, d, entries + first);
            bits |= laneBits(hn::Le(enter, leave)) << first;
        }
        return bits;
    }

private:
    const BoxCast& cast_;
    LaneVector nearStart_[3], farStart_[3], wayPerMeter_[3];
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
double castThrough(const PackedTreeView& tree, const BoxCast& cast, double limit,
                   const PackedTreeAccess::CastVisitor& visitor) {
    const SlabTest test(cast);
    OpenNode open[PackedTree::kLanes * PackedTreeAccess::kMaxLevels];
    alignas(32) float entries[PackedTree::kLanes];
    std::size_t count = 0;
    open[count++] = {tree.top, 0, 0.0f};
    while (count > 0) {
        const OpenNode node = open[--count];
        if (!(static_cast<double>(node.entry) <= limit)) {
            continue;
        }
        const std::uint32_t bits = test.hits(tree.node(node.level, node.index), roundedUp(limit), entries);
        const std::uint32_t firstChild = node.index * PackedTree::kLanes;
        if (node.level > 0) {
            count += sortHits(bits, entries, node.level - 1, firstChild, open + count);
            continue;
        }
        OpenNode items[PackedTree::kLanes];
        for (std::size_t left = sortHits(bits, entries, 0, firstChild, items); left > 0; --left) {
            if (static_cast<double>(items[left - 1].entry) <= limit) {
                limit = visitor.call(visitor.context, tree.items[items[left - 1].index], limit);
            }
        }
    }
    return limit;
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
