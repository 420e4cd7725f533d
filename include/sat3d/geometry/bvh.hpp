#pragma once

/// @file
/// Bounding volume hierarchy of boxes.

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/branch_and_bound.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A bounding volume hierarchy (BVH) over numbered boxes. Overlap tests, ray casts and nearest searches are
/// all calls of traverse() with different bounds. The first item that a ray hits:
/// @code
/// sat3d::Bvh tree(boxes);
/// double nearest = tree.traverse(
///     ray.length, [&](const sat3d::Aabb& box) { return sat3d::entryDistance(ray, box); },
///     [&](std::uint32_t item, double limit) { return std::min(limit, hitDistance(item, ray)); });
/// @endcode
class Bvh {
public:
    struct Node {
        Aabb box;                 ///< bounds of all items below the node
        std::uint32_t first = 0;  ///< leaf: index of its first item in items(); inner node: index of its
                                  ///< first child in nodes(), the second child follows it
        std::uint32_t count = 0;  ///< leaf: number of items; inner node: 0
    };

    Bvh() = default;
    /// Builds the tree over boxes, numbered from 0, by the surface area heuristic. O(n log n).
    /// @param boxes  finite, not empty; fewer than 2^31 (asserted)
    /// Source: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007.
    SAT3D_API explicit Bvh(std::span<const Aabb> boxes);
    /// Builds the tree over boxes with given numbers: item numbers[i] has the bounds boxes[i].
    SAT3D_API Bvh(std::span<const Aabb> boxes, std::span<const std::uint32_t> numbers);

    /// Updates the boxes of the nodes after items have moved. The structure of the tree does not change:
    /// rebuild the tree after large motions. O(n), no allocation.
    /// @param boxes  new bounds, indexed by item number
    SAT3D_API void refit(std::span<const Aabb> boxes) noexcept;

    /// All nodes, root first. Empty if there are no items.
    [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
    /// Numbers of the items, grouped by leaf.
    [[nodiscard]] std::span<const std::uint32_t> items() const noexcept { return items_; }

    /// Branch and bound: visits the items whose leaf has bound(box) <= limit, nearer subtrees first.
    /// @param limit  initial limit, in the unit of the bound
    /// @param bound  double(const Aabb& box): lower bound for all items in the box. It must not decrease when
    /// the box shrinks. Nodes whose bound is NaN are skipped.
    /// @param visit  double(std::uint32_t item, double limit): processes an item and returns the new limit,
    /// at most the old one. The items of a leaf share its bound, so the bound of a visited item itself may
    /// exceed the limit.
    /// @return the final limit
    /// @note  No allocation.
    template <class Bound, class Visit>
    double traverse(double limit, const Bound& bound, const Visit& visit) const {
        if (nodes_.empty()) {
            return limit;
        }
        const auto expand = [&](std::uint32_t index, double& reach, detail::OpenNode* children) {
            const Node& node = nodes_[index];
            for (std::uint32_t i = 0; i < node.count; ++i) {
                reach = visit(items_[node.first + i], reach);
            }
            if (node.count > 0) {
                return std::size_t{0};
            }
            children[0] = {node.first + 1, bound(nodes_[node.first + 1].box)};
            children[1] = {node.first, bound(nodes_[node.first].box)};
            if (children[0].bound < children[1].bound) {
                std::swap(children[0], children[1]);
            }
            return std::size_t{2};
        };
        return detail::branchAndBound<kMaxLevels>({0, bound(nodes_[0].box)}, limit, expand);
    }

    /// Largest depth. Beyond half of it, nodes are split at the median, so 2^31 items do not exceed it.
    static constexpr std::size_t kMaxLevels = 64;

private:
    friend class BvhBuilder;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
};

}  // namespace sat3d::SAT3D_ABI
