#include "import/node_graph.hpp"

#include "import/format_vetting.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {
namespace {

enum class State : std::uint8_t { Unseen, OnPath, Done };

struct Visit {
    State state = State::Unseen;
    std::uint64_t size = 1;    // nodes from here down, shared ones counted every time
    std::uint64_t height = 1;  // of the longest way down
};

/// Once all nodes below are done.
void finish(std::size_t node, const std::vector<std::size_t>& below, std::vector<Visit>& visits,
            const ImportOptions& options, const std::function<std::string(std::size_t)>& nameOf) {
    Visit& visit = visits[node];
    for (const std::size_t k : below) {
        visit.size += visits[k].size;
        visit.height = std::max(visit.height, visits[k].height + 1);
    }
    if (visit.size > options.maxNodes) {
        throw VettingFault(ImportError::Code::LimitExceeded,
                           "its nodes and instances come to more than maxNodes = " +
                               std::to_string(options.maxNodes) + ", from " + nameOf(node) + " down");
    }
    if (visit.height > options.maxDepth) {
        throw VettingFault(ImportError::Code::LimitExceeded,
                           "nests nodes deeper than maxDepth = " + std::to_string(options.maxDepth) +
                               ", below " + nameOf(node));
    }
    visit.state = State::Done;
}

}  // namespace

void demandBoundedWalk(const std::vector<std::vector<std::size_t>>& below, const ImportOptions& options,
                       const std::function<std::string(std::size_t)>& nameOf) {
    std::vector<Visit> visits(below.size());
    std::vector<std::size_t> pending;
    for (std::size_t start = 0; start < below.size(); ++start) {
        pending.push_back(start);
        while (!pending.empty()) {
            const std::size_t node = pending.back();
            Visit& visit = visits[node];
            if (visit.state != State::Unseen) {
                pending.pop_back();
                if (visit.state == State::OnPath) {
                    finish(node, below[node], visits, options, nameOf);
                }
                continue;
            }
            visit.state = State::OnPath;
            for (const std::size_t k : below[node]) {
                if (visits[k].state == State::OnPath) {
                    malformed("its nodes go in a circle: " + nameOf(k) + " stands below itself");
                }
                if (visits[k].state == State::Unseen) {
                    pending.push_back(k);
                }
            }
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
