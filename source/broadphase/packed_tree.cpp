#include "broadphase/packed_tree.hpp"

#include "broadphase/hilbert_order.hpp"
#include "broadphase/run_tasks.hpp"
#include "broadphase/storable_box.hpp"
#include "broadphase/tree_kernels.hpp"
#include "math/directed_rounding.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sat3d::SAT3D_ABI {

namespace {

void setLane(PackedTree::Node& node, std::uint32_t lane, const Aabb& box) {
    for (int axis = 0; axis < 3; ++axis) {
        node.lower[static_cast<std::size_t>(axis)][lane] = box.lower[axis];
        node.upper[static_cast<std::size_t>(axis)][lane] = box.upper[axis];
    }
}

}  // namespace

Aabb PackedTree::boundsOf(const Node& node) {
    Aabb box = boxOf(node, 0);
    for (std::uint32_t lane = 1; lane < kLanes; ++lane) {
        box = join(box, boxOf(node, lane));
    }
    return box;
}

PackedTree::PackedTree(std::span<const Aabb> boxes) {
    std::vector<std::uint32_t> items(boxes.size());
    std::iota(items.begin(), items.end(), 0u);
    build(boxes, items);
}

void PackedTree::build(std::span<const Aabb> boxes, std::span<const std::uint32_t> items,
                       ParallelFor parallelFor) {
    SAT3D_ASSERT(items.size() < 0xfffffff8u, "2^32 - 8 items or more");
    sortByHilbert(boxes, items, memory_.keys, memory_.sortedKeys, parallelFor);
    SAT3D_ASSERT(memory_.keys.size() == items.size(), "item numbers are below the number of boxes");
    size_ = static_cast<std::uint32_t>(memory_.keys.size());
    makeLevels();
    items_.resize(std::size_t{levelCount_ > 0 ? levelStarts_[1] : 0} * kLanes);
    if (levelCount_ == 0) {
        return;
    }
    // A task fills nodes of the level above the leaves, and the leaves below them.
    constexpr std::uint32_t kNodesPerTask = 32;
    const std::uint32_t leaves = nodeCount(0), parents = nodeCount(1);
    runTasks(parallelFor, (parents + kNodesPerTask - 1) / kNodesPerTask, [&](std::size_t task) {
        const std::uint32_t first = static_cast<std::uint32_t>(task) * kNodesPerTask,
                            end = std::min(first + kNodesPerTask, parents);
        fillLeaves(boxes, first * kLanes, std::min(end * kLanes, leaves));
        fillLevel(1, first, end);
    });
    for (std::uint32_t level = 2; level < levelCount_; ++level) {
        fillLevel(level, 0, nodeCount(level));
    }
}

/// Writes the items and their boxes. The remaining lanes become empty.
void PackedTree::fillLeaves(std::span<const Aabb> boxes, std::uint32_t firstNode, std::uint32_t endNode) {
    for (std::uint32_t slot = firstNode * kLanes; slot < endNode * kLanes; ++slot) {
        items_[slot] = slot < size_ ? static_cast<std::uint32_t>(memory_.keys[slot]) : 0;
        setLane(nodes_[slot / kLanes], slot % kLanes, slot < size_ ? storable(boxes[items_[slot]]) : Aabb{});
    }
}

/// Writes the bounds of children on the level below. The remaining lanes become empty.
void PackedTree::fillLevel(std::uint32_t level, std::uint32_t firstNode, std::uint32_t endNode) {
    const auto children =
        std::span<const Node>(nodes_).subspan(levelStarts_[level - 1], nodeCount(level - 1));
    for (std::uint32_t node = firstNode; node < endNode; ++node) {
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t child = std::size_t{node} * kLanes + lane;
            setLane(nodes_[levelStarts_[level] + node], lane,
                    child < children.size() ? boundsOf(children[child]) : Aabb{});
        }
    }
}

void PackedTree::makeLevels() {
    levelCount_ = 0;
    std::uint32_t total = 0, nodes = size_, below = nodes;
    while (below > 1 || (levelCount_ < 3 && below > 0)) {
        below = nodes;
        nodes = (nodes + kLanes - 1) / kLanes;
        levelStarts_[levelCount_++] = total;
        total += nodes;
    }
    levelStarts_[levelCount_] = total;
    nodes_.resize(total);
}

Aabb PackedTree::bounds() const noexcept {
    return nodes_.empty() ? Aabb{} : boxOf(nodes_.back(), 0);
}

bool PackedTree::move(std::uint32_t slot, const Aabb& box) noexcept {
    SAT3D_ASSERT(slot < size_, "the slot is below size()");
    if (slot >= size_) {
        return false;
    }
    const Aabb stored = storable(box);
    const std::uint32_t leaf = slot / kLanes, parent = leaf / kLanes;
    if (!boxOf(nodes_[levelStarts_[2] + parent / kLanes], parent % kLanes).contains(stored)) {
        return false;
    }
    setLane(nodes_[leaf], slot % kLanes, stored);
    setLane(nodes_[levelStarts_[1] + parent], leaf % kLanes, boundsOf(nodes_[leaf]));
    return true;
}

void PackedTree::erase(std::uint32_t slot) noexcept {
    move(slot, Aabb{});
}

void PackedTree::appendPairs(std::vector<PairIndices>& pairs) const {
    if (!nodes_.empty()) {
        const PackedTree::View tree = view();
        appendSelfPairs(tree, tree.root(), pairs);
    }
}

void PackedTree::appendPairs(const PackedTree& other, std::vector<PairIndices>& pairs) const {
    if (!nodes_.empty() && !other.nodes_.empty()) {
        const PackedTree::View a = view(), b = other.view();
        appendJoinPairs(a, a.root(), b, b.root(), pairs);
    }
}

bool PackedTree::query(const Aabb& box, CallbackRef<bool(std::uint32_t)> visit) const {
    return nodes_.empty() || queryTree(view(), storable(box), visit);
}

namespace {

/// The box, larger by its rounding errors and a little more: then a motion along a side of another box stays
/// inside it by more than zero, and zero times a huge number does not occur.
Aabb grown(const Aabb& box) {
    Aabb result;
    for (int axis = 0; axis < 3; ++axis) {
        const auto slack = [](float bound) { return 0x1p-23f * std::abs(bound) + 1e-20f; };
        result.lower[axis] = box.lower[axis] - slack(box.lower[axis]);
        result.upper[axis] = box.upper[axis] + slack(box.upper[axis]);
    }
    return storable(result);
}

/// @param direction  a unit vector
BoxCast prepared(const Aabb& start, const glm::dvec3& direction) {
    const Aabb box = grown(start);
    BoxCast cast;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<int>(i);
        const bool isForward = direction[axis] >= 0.0;
        cast.nearRow[i] = isForward ? i : i + 3;
        cast.farRow[i] = isForward ? i + 3 : i;
        cast.nearStart[i] = isForward ? box.upper[axis] : box.lower[axis];
        cast.farStart[i] = isForward ? box.lower[axis] : box.upper[axis];
        // Finite, so that no product is NaN. Hits beyond 1e10 m may be lost.
        const double along = std::max(std::abs(direction[axis]), 1e-30);
        cast.inverseDirection[i] = static_cast<float>(isForward ? 1.0 / along : -1.0 / along);
    }
    return cast;
}

}  // namespace

double PackedTree::cast(const Aabb& start, const glm::vec3& direction, double length,
                        CallbackRef<double(std::uint32_t, double)> visit) const {
    if (nodes_.empty()) {
        return length;
    }
    const glm::dvec3 precise(direction);
    const double scale = std::max({std::abs(precise.x), std::abs(precise.y), std::abs(precise.z)});
    const Aabb box = storable(start);
    if (box.isEmpty() || !(scale > 0.0) || !std::isfinite(scale)) {
        return length;
    }
    return castThroughTree(view(), prepared(box, glm::normalize(precise)), length, visit);
}

double PackedTree::traverse(double limit, CallbackRef<double(const Aabb&)> bound,
                            CallbackRef<double(std::uint32_t, double)> visit) const {
    if (nodes_.empty()) {
        return limit;
    }
    const auto expand = [&](std::uint32_t index, double& reach, detail::OpenNode* children) {
        const std::size_t count = boundChildren(index, bound, children);
        if (index >= levelStarts_[1]) {
            return count;
        }
        for (std::size_t i = count; i-- > 0;) {
            if (children[i].bound <= reach) {
                reach = visit(items_[children[i].node], reach);
            }
        }
        return std::size_t{0};
    };
    const auto crown = static_cast<std::uint32_t>(nodes_.size() - 1);
    return detail::branchAndBound<kMaxLevels * kLanes>({crown, bound(bounds())}, limit, expand);
}

std::size_t PackedTree::boundChildren(std::uint32_t index, const CallbackRef<double(const Aabb&)>& bound,
                                      detail::OpenNode* children) const {
    std::size_t level = 0;
    while (index >= levelStarts_[level + 1]) {
        ++level;
    }
    const std::uint32_t below = level > 0 ? levelStarts_[level - 1] : 0;
    const std::uint32_t first = below + (index - levelStarts_[level]) * kLanes;
    std::size_t count = 0;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        const Aabb box = boxOf(nodes_[index], lane);
        if (box.isEmpty()) {
            continue;
        }
        const detail::OpenNode child{first + lane, bound(box)};
        std::size_t place = count++;
        for (; place > 0 && children[place - 1].bound <= child.bound; --place) {
            children[place] = children[place - 1];
        }
        children[place] = child;
    }
    return count;
}

}  // namespace sat3d::SAT3D_ABI
