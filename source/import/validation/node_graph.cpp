#include "import/validation/node_graph.hpp"

#include "import/files/validation_error.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace sat3d::SAT3D_ABI::importing {

std::vector<std::size_t> postOrder(const NodeGraph& graph) {
    enum class State : std::uint8_t { Unseen, OnPath, Done };
    std::vector<State> states(graph.size(), State::Unseen);
    std::vector<std::size_t> order, pending;
    for (std::size_t start = 0; start < graph.size(); ++start) {
        pending.push_back(start);
        while (!pending.empty()) {
            const std::size_t node = pending.back();
            if (states[node] != State::Unseen) {
                pending.pop_back();
                if (std::exchange(states[node], State::Done) == State::OnPath) {
                    order.push_back(node);
                }
                continue;
            }
            states[node] = State::OnPath;
            std::ranges::copy_if(graph[node], std::back_inserter(pending),
                                 [&](std::size_t child) { return states[child] == State::Unseen; });
        }
    }
    return order;
}

void demandBoundedWalk(const NodeGraph& graph, const ImportOptions& options,
                       const std::function<NodeLabel(std::size_t)>& labelOf) {
    struct Subtree {
        std::uint64_t visits = 0;  // visits of its nodes; 0: not finished
        std::uint64_t height = 0;
    };
    std::vector<Subtree> subtrees(graph.size());
    const auto demand = [&](bool isWithin, std::size_t node, const char* fault, std::uint32_t limit) {
        if (!isWithin) {
            const NodeLabel label = labelOf(node);
            throw ValidationError(ImportError::Code::LimitExceeded,
                                  std::string(fault) + std::to_string(limit) + ", below " + label.text,
                                  label.name);
        }
    };
    for (const std::size_t node : postOrder(graph)) {
        Subtree subtree{1, 1};
        for (const std::size_t child : graph[node]) {
            if (subtrees[child].visits == 0) {
                const NodeLabel label = labelOf(child);
                throw ValidationError(ImportError::Code::Malformed,
                                      "its nodes form a cycle: " + label.text + " is below itself",
                                      label.name);
            }
            subtree.visits += subtrees[child].visits;
            subtree.height = std::max(subtree.height, subtrees[child].height + 1);
        }
        demand(subtree.visits <= options.maxNodes, node,
               "has more nodes and instances than maxNodes = ", options.maxNodes);
        demand(subtree.height <= options.maxDepth, node,
               "nests nodes deeper than maxDepth = ", options.maxDepth);
        subtrees[node] = subtree;
    }
}

}  // namespace sat3d::SAT3D_ABI::importing
