// Tests of one box against the eight boxes of a node.
#if defined(SAT3D_BROADPHASE_NODE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#undef SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#else
#define SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#endif

#include "broadphase/packed_tree.hpp"

#include <sat3d/core/config.hpp>

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A node is one vector of eight lanes, or two of four.
using Lanes = hn::CappedTag<float, PackedTree::kLanes>;
using LaneVector = hn::Vec<Lanes>;
constexpr std::size_t kLanesPerVector = hn::MaxLanes(Lanes());

/// One bit per lane.
HWY_INLINE std::uint32_t laneBits(hn::Mask<Lanes> mask) {
    std::uint8_t bits = 0;  // at most eight lanes: one byte
    hn::StoreMaskBits(Lanes(), mask, &bits);
    return bits;
}

/// A box, each bound broadcast to all lanes.
struct BroadcastBox {
    LaneVector lower[3], upper[3];

    HWY_INLINE BroadcastBox(const PackedTree::Node& node, std::size_t lane) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lower[axis] = hn::Set(Lanes(), node.lower[axis][lane]);
            upper[axis] = hn::Set(Lanes(), node.upper[axis][lane]);
        }
    }
};

/// Whether the boxes in the lanes from `first` on overlap a box. Empty lanes overlap nothing.
HWY_INLINE hn::Mask<Lanes> overlapMask(const PackedTree::Node& node, const BroadcastBox& box,
                                       std::size_t first) {
    const Lanes d;
    const auto onAxis = [&](std::size_t axis) HWY_ATTR {
        return hn::And(hn::Le(hn::Load(d, node.lower[axis].data() + first), box.upper[axis]),
                       hn::Le(box.lower[axis], hn::Load(d, node.upper[axis].data() + first)));
    };
    auto mask = onAxis(0);
    for (std::size_t axis = 1; axis < 3; ++axis) {
        mask = hn::And(mask, onAxis(axis));
    }
    return mask;
}

/// The lanes of a node whose boxes overlap a box, one bit each.
HWY_INLINE std::uint32_t overlapping(const PackedTree::Node& node, const BroadcastBox& box) {
    std::uint32_t bits = 0;
    for (std::size_t first = 0; first < PackedTree::kLanes; first += kLanesPerVector) {
        bits |= laneBits(overlapMask(node, box, first)) << first;
    }
    return bits;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
