#pragma once

/// @file
/// The items of a tree near a box, in no order: the cheapest search.

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/bvh.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Aabb::overlaps() without its branches, which no processor predicts in a search.
[[nodiscard]] inline bool doOverlap(const Aabb& a, const Aabb& b) noexcept {
    return ((a.lower.x <= b.upper.x) & (b.lower.x <= a.upper.x) & (a.lower.y <= b.upper.y) &
            (b.lower.y <= a.upper.y) & (a.lower.z <= b.upper.z) & (b.lower.z <= a.upper.z)) != 0;
}

/// Visits the items whose leaf overlaps a box, until visit(item) returns false. No allocation.
template <class Visit>
void forEachItemNear(const Bvh& tree, const Aabb& box, const Visit& visit) {
    const auto nodes = tree.nodes();
    const auto items = tree.items();
    std::array<std::uint32_t, Bvh::kMaxLevels + 1> open;
    std::size_t size = 0;
    const auto openIfNear = [&](std::uint32_t node) {
        open[size] = node;
        size += doOverlap(nodes[node].box, box) ? 1 : 0;
    };
    if (!nodes.empty()) {
        openIfNear(0);
    }
    while (size > 0) {
        const Bvh::Node& node = nodes[open[--size]];
        if (node.count == 0) {
            openIfNear(node.first + 1);
            openIfNear(node.first);
            continue;
        }
        for (std::uint32_t i = 0; i < node.count; ++i) {
            if (!visit(items[node.first + i])) {
                return;
            }
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
