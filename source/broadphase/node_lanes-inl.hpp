// Tests of one box against the eight boxes of a node.
#if defined(SAT3D_BROADPHASE_NODE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#undef SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#else
#define SAT3D_BROADPHASE_NODE_LANES_INL_HPP
#endif

#include "broadphase/packed_tree.hpp"
#include "core/simd/lanes-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// One number of each of the eight boxes of a node.
using NodeLanes = Floats<PackedTree::kLanes>;
using NodeTypes = LaneTypes<float, PackedTree::kLanes>;

HWY_INLINE NodeLanes allNodeLanes(float number) {
    return allFloats<PackedTree::kLanes>(number);
}

/// A box, each bound broadcast to all lanes.
struct BroadcastBox {
    NodeLanes lower[3], upper[3];

    HWY_INLINE BroadcastBox(const PackedTree::Node& node, std::size_t lane) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lower[axis] = allNodeLanes(node.lower[axis][lane]);
            upper[axis] = allNodeLanes(node.upper[axis][lane]);
        }
    }
};

/// The lanes of a node whose boxes overlap a box. Empty lanes overlap nothing.
HWY_INLINE LaneMask<float, PackedTree::kLanes> overlapMask(const PackedTree::Node& node,
                                                           const BroadcastBox& box) {
    const auto onAxis = [&](std::size_t axis) HWY_ATTR {
        return (loadLanes<PackedTree::kLanes>(node.lower[axis].data()) <= box.upper[axis]) &
               (box.lower[axis] <= loadLanes<PackedTree::kLanes>(node.upper[axis].data()));
    };
    return onAxis(0) & onAxis(1) & onAxis(2);
}

/// The same, one bit for each lane.
HWY_INLINE std::uint32_t overlapping(const PackedTree::Node& node, const BroadcastBox& box) {
    return bitsOf(overlapMask(node, box));
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
