#pragma once

/// @file
/// Joins of packed trees, as work for several threads.

#include "broadphase/packed_tree.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/core/pair_indices.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/core/scratch.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A list of trees to join, with themselves or with others. All joins together are cut into pieces of about
/// the same size, which several threads work on. The pairs and their order do not depend on the threads.
class TreeJoins {
public:
    void clear() noexcept { memory_.tasks.clear(); }
    /// Adds the join of a tree with itself (see PackedTree::appendPairs). The tree must stay as it is until
    /// appendPairs().
    /// @param isFiltered  whether appendPairs() drops pairs of this join
    void add(const PackedTree& tree, bool isFiltered = false);
    /// Adds the join of two trees.
    void add(const PackedTree& a, const PackedTree& b, bool isFiltered = false);
    /// Appends the pairs of all joins, a < b.
    /// @param isDropped  for the filtered joins: which pairs to leave out. Called from any thread
    void appendPairs(ParallelFor parallelFor, CallbackRef<bool(const PairIndices&)> isDropped,
                     std::vector<PairIndices>& pairs);

private:
    /// The join of the items below a node of a with those below a node of b.
    struct Task {
        const PackedTree *a, *b;
        std::uint32_t nodeA, nodeB;  ///< on the level above the leaves; nodeB in joins of one tree
        bool isFiltered;
    };
    struct Memory {
        std::vector<Task> tasks;
        std::vector<std::uint32_t> nodes;
        std::vector<PairIndices> nodePairs;
        std::vector<std::vector<PairIndices>> pairsOfChunks;
    };

    static void appendPairsOf(const Task& task, std::vector<PairIndices>& pairs);

    Scratch<Memory> memory_;
};

}  // namespace sat3d::SAT3D_ABI
