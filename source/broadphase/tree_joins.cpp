#include "broadphase/tree_joins.hpp"

#include "broadphase/run_tasks.hpp"
#include "broadphase/tree_kernels.hpp"
#include "core/tight_growth.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Tasks are joins of nodes on this level, which have up to 64 items.
constexpr std::uint32_t kTaskLevel = 1;
/// Enough for many threads, and few enough to make no difference for one.
constexpr std::size_t kMaxChunks = 64;
constexpr std::size_t kTasksPerChunk = 16;

std::uint32_t nodeCount(const PackedTree::View& tree, std::uint32_t level) {
    return tree.levelStarts[level + 1] - tree.levelStarts[level];
}

}  // namespace

void TreeJoins::add(const PackedTree& tree, bool isFiltered) {
    if (tree.size() == 0) {
        return;
    }
    const PackedTree::View view = tree.view();
    const std::uint32_t count = nodeCount(view, kTaskLevel);
    for (std::uint32_t node = 0; node < count; ++node) {
        memory_.tasks.push_back({&tree, &tree, node, node, isFiltered});
    }
    if (view.top == kTaskLevel) {
        return;
    }
    // The levels above are a tree themselves. Its leaves have the boxes of the task level's nodes.
    constexpr std::uint32_t kFirstAbove = kTaskLevel + 1;
    memory_.nodes.resize(std::size_t{nodeCount(view, kFirstAbove)} * PackedTree::kLanes);
    std::iota(memory_.nodes.begin(), memory_.nodes.end(), 0u);
    const PackedTree::View above{view.nodes, view.levelStarts + kFirstAbove, memory_.nodes.data(),
                                 view.top - kFirstAbove};
    memory_.nodePairs.clear();
    appendSelfPairs(above, above.root(), memory_.nodePairs);
    for (const PairIndices& pair : memory_.nodePairs) {
        memory_.tasks.push_back({&tree, &tree, pair.a, pair.b, isFiltered});
    }
}

void TreeJoins::add(const PackedTree& a, const PackedTree& b, bool isFiltered) {
    if (a.size() == 0 || b.size() == 0) {
        return;
    }
    const std::uint32_t count = nodeCount(a.view(), kTaskLevel);
    for (std::uint32_t node = 0; node < count; ++node) {
        memory_.tasks.push_back({&a, &b, node, 0, isFiltered});
    }
}

void TreeJoins::appendPairsOf(const Task& task, std::vector<PairIndices>& pairs) {
    const PackedTree::View a = task.a->view(), b = task.b->view();
    const TreePlace placeA{kTaskLevel, task.nodeA};
    if (task.a != task.b) {
        appendJoinPairs(a, placeA, b, b.root(), pairs);
    } else if (task.nodeA == task.nodeB) {
        appendSelfPairs(a, placeA, pairs);
    } else {
        appendJoinPairs(a, placeA, b, {kTaskLevel, task.nodeB}, pairs);
    }
}

void TreeJoins::appendPairs(ParallelFor parallelFor, CallbackRef<bool(const PairIndices&)> isDropped,
                            std::vector<PairIndices>& pairs) {
    const std::span<const Task> tasks = memory_.tasks;
    const std::size_t chunkCount = std::min(kMaxChunks, (tasks.size() + kTasksPerChunk - 1) / kTasksPerChunk);
    if (memory_.pairsOfChunks.size() < chunkCount) {
        memory_.pairsOfChunks.resize(chunkCount);
    }
    runTasks(parallelFor, chunkCount, [&](std::size_t chunk) {
        std::vector<PairIndices>& found = memory_.pairsOfChunks[chunk];
        found.clear();
        const std::size_t first = tasks.size() * chunk / chunkCount;
        const std::size_t end = tasks.size() * (chunk + 1) / chunkCount;
        for (const Task& task : tasks.subspan(first, end - first)) {
            const auto before = static_cast<std::ptrdiff_t>(found.size());
            appendPairsOf(task, found);
            if (task.isFiltered) {
                found.erase(std::remove_if(found.begin() + before, found.end(), isDropped), found.end());
            }
        }
    });
    std::size_t total = pairs.size();
    for (const auto& found : std::span(memory_.pairsOfChunks).first(chunkCount)) {
        total += found.size();
    }
    reserveTightly(pairs, total);
    for (const auto& found : std::span(memory_.pairsOfChunks).first(chunkCount)) {
        pairs.insert(pairs.end(), found.begin(), found.end());
    }
}

}  // namespace sat3d::SAT3D_ABI
