#pragma once

#include <sat3d/broadphase/packed_tree.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A node of a tree.
struct TreePlace {
    std::uint32_t level, index;

    [[nodiscard]] TreePlace child(std::uint32_t number) const { return {level - 1, number}; }
};

/// The arrays of a tree that is not empty, for the kernels.
struct PackedTreeView {
    const PackedTree::Node* nodes;
    const std::uint32_t* levelStarts;
    const std::uint32_t* items;
    std::uint32_t top;  ///< level with one node, below the crown

    [[nodiscard]] TreePlace root() const { return {top, 0}; }
    [[nodiscard]] const PackedTree::Node& node(std::uint32_t level, std::uint32_t index) const {
        return nodes[levelStarts[level] + index];
    }
};

/// Access for the library's own files.
struct PackedTreeAccess {
    using QueryVisitor = PackedTree::QueryVisitor;
    using CastVisitor = PackedTree::CastVisitor;
    static constexpr std::size_t kMaxLevels = PackedTree::kMaxLevels;

    /// @param tree  not empty
    static PackedTreeView view(const PackedTree& tree) {
        return {tree.nodes_.data(), tree.levelStarts_.data(), tree.items_.data(), tree.levelCount_ - 2};
    }
    static Aabb boxInSlot(const PackedTree& tree, std::uint32_t slot) {
        return PackedTree::boxOf(tree.nodes_[slot / PackedTree::kLanes], slot % PackedTree::kLanes);
    }
};

/// A box in linear motion, prepared for slab tests. Source: T. Kay, J. Kajiya, "Ray Tracing Complex Scenes",
/// 1986.
struct BoxCast {
    /// The rows of a node, lower bounds x, y, z and upper bounds x, y, z, that are entered and left first.
    std::array<std::size_t, 3> nearRow, farRow;
    std::array<float, 3> nearStart, farStart;  ///< the moving box's own sides that touch them
    std::array<float, 3> inverseDirection;     ///< length of the path per meter along the axis
};

namespace detail {

/// Appends the pairs of items below one node.
void appendSelfPairs(const PackedTreeView& tree, TreePlace place, std::vector<PairIndices>& pairs);
/// Appends the pairs of items below two nodes of two trees, or of one tree.
void appendJoinPairs(const PackedTreeView& a, TreePlace placeA, const PackedTreeView& b, TreePlace placeB,
                     std::vector<PairIndices>& pairs);
bool queryTree(const PackedTreeView& tree, const Aabb& box, const PackedTreeAccess::QueryVisitor& visitor);
double castThroughTree(const PackedTreeView& tree, const BoxCast& cast, double limit,
                       const PackedTreeAccess::CastVisitor& visitor);

}  // namespace detail

}  // namespace sat3d::SAT3D_ABI
