#pragma once

/// Graphs of untrusted files, traversed without recursion.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// For each node, the indices of its children.
using NodeGraph = std::vector<std::vector<std::size_t>>;

/// Returns all nodes in the post-order of a depth-first search: children before their parents, unless they
/// are in a cycle.
std::vector<std::size_t> postOrder(const NodeGraph& graph);

/// The name of a node, and a text for messages, which may contain an index or id.
struct NodeLabel {
    std::string name, text;
};

/// Checks that a recursive traversal from any node is bounded: no cycle, at most maxNodes visits, no path
/// longer than maxDepth. A shared node is visited once for each path. Linear time.
/// Throws ValidationError.
void demandBoundedWalk(const NodeGraph& graph, const ImportOptions& options,
                       const std::function<NodeLabel(std::size_t)>& labelOf);

}  // namespace sat3d::SAT3D_ABI::importing
