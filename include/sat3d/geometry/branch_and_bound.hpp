#pragma once

/// @file
/// Branch and bound: the loop of every search in a tree of boxes.

#include <sat3d/core/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI::detail {

/// A node that waits to be visited, with the lower bound of what is below it.
struct OpenNode {
    std::uint32_t node;
    double bound;
};

/// Visits the nodes whose bound is at most the limit, the last one that was opened first. Nodes whose bound
/// is NaN are skipped. No allocation.
/// @tparam kCapacity  at least the number of nodes that are open at once (not checked)
/// @param expand  std::size_t(std::uint32_t node, double& limit, OpenNode* children): writes the children of
/// a node, the nearest last, and returns their number; or visits the items of a leaf, and lowers the limit
/// @return the final limit
/// Source: N. Roussopoulos et al., "Nearest Neighbor Queries", 1995.
template <std::size_t kCapacity, class Expand>
double branchAndBound(const OpenNode& root, double limit, const Expand& expand) {
    std::array<OpenNode, kCapacity> open;
    std::size_t size = 0;
    open[size++] = root;
    while (size > 0) {
        const OpenNode next = open[--size];
        if (next.bound <= limit) {
            size += expand(next.node, limit, open.data() + size);
        }
    }
    return limit;
}

}  // namespace sat3d::SAT3D_ABI::detail
