#pragma once

/// @file
/// A tree of boxes: finds what is near without looking at everything.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// A bounding volume hierarchy over numbered boxes: nodes in one array, children side by side. Overlap, ray
/// and nearest are one search() with different bounds.
class Bvh {
public:
    struct Node {
        Aabb box;                 ///< around everything below
        std::uint32_t first = 0;  ///< of a leaf: its items in items(); else its two children in nodes()
        std::uint32_t count = 0;  ///< items of a leaf; 0 of an inner node
    };

    Bvh() = default;
    /// Over the boxes, finite and numbered from 0 (asserted to be fewer than 2^31). O(n log n).
    /// Source: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007.
    SAT3D_API explicit Bvh(std::span<const Aabb> boxes);
    /// The same over items with numbers of their own, each once: numbers[i] is that of boxes[i].
    SAT3D_API Bvh(std::span<const Aabb> boxes, std::span<const std::uint32_t> numbers);

    /// Fits the boxes of the nodes to items that have moved. The tree stays as it is: after large moves build
    /// a new one. O(n), no allocation.
    /// @param boxes  by the items' numbers
    SAT3D_API void refit(std::span<const Aabb> boxes) noexcept;

    /// The root first; empty without items.
    [[nodiscard]] std::span<const Node> nodes() const noexcept { return nodes_; }
    [[nodiscard]] std::span<const std::uint32_t> items() const noexcept { return items_; }

    /// Visits the items in boxes with bound(box) <= limit, about in the order of their bounds.
    /// @param bound  double(const Aabb&): no more for a box than for any box within it
    /// @param visit  double(std::uint32_t item, double limit): the limit from now on, not larger
    /// @return the limit at the end
    /// @note  No allocation.
    template <class Bound, class Visit>
    double search(double limit, const Bound& bound, const Visit& visit) const {
        struct Entry {
            std::uint32_t node;
            double bound;
        };
        std::array<Entry, kMostLevels> stack;
        std::size_t size = 0;
        if (!nodes_.empty()) {
            stack[size++] = {0, bound(nodes_[0].box)};
        }
        while (size > 0) {
            const Entry entry = stack[--size];
            if (!(entry.bound <= limit)) {
                continue;  // also where it is not a number
            }
            const Node& node = nodes_[entry.node];
            for (std::uint32_t i = 0; i < node.count; ++i) {
                limit = visit(items_[node.first + i], limit);
            }
            if (node.count == 0) {
                Entry near{node.first, bound(nodes_[node.first].box)};
                Entry far{node.first + 1, bound(nodes_[node.first + 1].box)};
                if (far.bound < near.bound) {
                    std::swap(near, far);
                }
                stack[size++] = far;
                stack[size++] = near;
            }
        }
        return limit;
    }

private:
    /// Below half of this, ranges are halved: 2^31 items end well within it.
    static constexpr std::size_t kMostLevels = 64;

    friend class BvhBuilder;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
};

}  // namespace sat3d::inline SAT3D_ABI
