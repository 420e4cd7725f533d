#pragma once

/// @file
/// A packed tree of bounding boxes: eight children per node, built in Hilbert order.

#include <sat3d/core/callback.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/branch_and_bound.hpp>
#include <sat3d/geometry/ray.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A node of a tree.
struct TreePlace {
    std::uint32_t level, index;

    [[nodiscard]] TreePlace child(std::uint32_t number) const { return {level - 1, number}; }
};

/// A tree of bounding boxes that is cheap to build from nothing: about 20 ns per box. So a scene in motion
/// builds it in every step. Bvh takes longer to build and suits meshes, which are built once.
///
/// A tree holds numbered boxes, its items. The numbers index arrays of the caller. Boxes are closed: boxes
/// that touch overlap. An empty box, or one with a NaN, overlaps nothing. Coordinates beyond the range of
/// float count as the largest float.
///
/// The tree keeps its memory when it is built again: no function but build() allocates, and build() only if
/// there are more items than ever before. Const functions may run on several threads. All answers, with their
/// order, are the same on every processor.
///
/// Source: I. Kamel, C. Faloutsos, "On Packing R-trees", 1993.
class PackedTree {
public:
    static constexpr std::uint32_t kLanes = 8;

    /// The boxes of eight children, as a structure of arrays. A lane without a child has the lower bounds
    /// +infinity and the upper bounds -infinity.
    struct alignas(64) Node {
        std::array<std::array<float, kLanes>, 3> lower, upper;
    };
    /// Enough for 2^32 items: eleven levels below the crown.
    static constexpr std::size_t kMaxLevels = 12;

    /// The arrays of a tree that is not empty, for the kernels.
    struct View {
        const Node* nodes;
        const std::uint32_t* levelStarts;
        const std::uint32_t* items;
        std::uint32_t top;  ///< level with one node, below the crown

        [[nodiscard]] TreePlace root() const { return {top, 0}; }
        [[nodiscard]] const Node& node(std::uint32_t level, std::uint32_t index) const {
            return nodes[levelStarts[level] + index];
        }
    };

    PackedTree() = default;
    /// Builds the tree over boxes, numbered from 0. O(n).
    explicit PackedTree(std::span<const Aabb> boxes);

    /// Builds the tree from nothing over some of the boxes. O(n).
    /// @param boxes  indexed by item number
    /// @param items  numbers of the items, each once, below the number of boxes (asserted; without asserts,
    /// others are left out); fewer than 2^32 - 8
    /// @param parallelFor  the caller's threads. They make no difference to the tree.
    void build(std::span<const Aabb> boxes, std::span<const std::uint32_t> items,
               ParallelFor parallelFor = kInOneThread);

    /// Number of slots: of the items that the tree was built with.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// The item in each slot. Neighbors in the tree are neighbors here.
    [[nodiscard]] std::span<const std::uint32_t> items() const noexcept { return {items_.data(), size_}; }
    /// Box around all items at the time of build(). Empty if there are none.
    [[nodiscard]] Aabb bounds() const noexcept;

    /// Moves one item without building, if its box stays in its neighborhood: in the box that about 64 items
    /// around it had when the tree was built. O(1).
    /// @param slot  below size() (asserted; without asserts, nothing moves)
    /// @return whether the item has moved; if not, the tree is unchanged
    bool move(std::uint32_t slot, const Aabb& box) noexcept;
    /// Empties a slot, so that its item is never found again. O(1).
    void erase(std::uint32_t slot) noexcept;

    /// Appends all pairs of items with overlapping boxes, a < b, each pair once. The order follows the tree.
    void appendPairs(std::vector<PairIndices>& pairs) const;
    /// Appends all pairs of an item of this tree and an item of the other tree with overlapping boxes, a < b.
    /// If both trees have an item with the same number, a pair can have a == b.
    void appendPairs(const PackedTree& other, std::vector<PairIndices>& pairs) const;

    // The queries of BroadPhase.

    [[nodiscard]] bool query(const Aabb& box, CallbackRef<bool(std::uint32_t)> visit) const;
    [[nodiscard]] double cast(const Aabb& start, const glm::vec3& direction, double length,
                              CallbackRef<double(std::uint32_t, double)> visit) const;
    [[nodiscard]] double traverse(double limit, CallbackRef<double(const Aabb&)> bound,
                                  CallbackRef<double(std::uint32_t, double)> visit) const;

    /// The tree must not be empty.
    [[nodiscard]] View view() const {
        return {nodes_.data(), levelStarts_.data(), items_.data(), levelCount_ - 2};
    }
    [[nodiscard]] Aabb boxInSlot(std::uint32_t slot) const {
        return boxOf(nodes_[slot / kLanes], slot % kLanes);
    }

    /// Checks all invariants of the tree, for tests. Returns what is wrong, or nothing.
    [[nodiscard]] std::optional<std::string> validate() const;

private:
    /// Bounds of all lanes.
    static Aabb boundsOf(const Node& node);
    /// Makes the nodes of all levels, without their boxes.
    void makeLevels();
    void fillLeaves(std::span<const Aabb> boxes, std::uint32_t firstNode, std::uint32_t endNode);
    void fillLevel(std::uint32_t level, std::uint32_t firstNode, std::uint32_t endNode);
    [[nodiscard]] std::uint32_t nodeCount(std::uint32_t level) const {
        return levelStarts_[level + 1] - levelStarts_[level];
    }
    /// Bounds of the children of a node, the nearest last. The children of a leaf are slots.
    std::size_t boundChildren(std::uint32_t index, const CallbackRef<double(const Aabb&)>& bound,
                              detail::OpenNode* children) const;
    static Aabb boxOf(const Node& node, std::uint32_t lane) {
        return {{node.lower[0][lane], node.lower[1][lane], node.lower[2][lane]},
                {node.upper[0][lane], node.upper[1][lane], node.upper[2][lane]}};
    }

    struct Memory {
        std::vector<std::uint64_t> keys, sortedKeys;
    };

    /// Level by level. Level 0 has the boxes of the items, eight slots per node. Lane i of a node is the
    /// bounds of child 8 * node + i in the level below. The last level, the crown, has one node, and this
    /// node has one child. There are three levels or more, unless the tree is empty.
    std::vector<Node> nodes_;
    std::array<std::uint32_t, kMaxLevels + 1> levelStarts_{};  ///< first node of each level, and the end
    std::uint32_t levelCount_ = 0;
    std::uint32_t size_ = 0;
    std::vector<std::uint32_t> items_;  ///< one for each lane of level 0
    Scratch<Memory> memory_;
};

}  // namespace sat3d::SAT3D_ABI
