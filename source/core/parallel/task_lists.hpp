#pragma once

/// @file
/// Lists that the tasks of a loop write together.

#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Lists what all tasks of a loop have found, in their order.
/// @param blocks  one of each task
/// @param first   gets the place in the list at which the items of the block begin
template <class Block, class Item>
void joinBlocks(std::span<Block> blocks, std::vector<Item> Block::*items, std::size_t Block::*first,
                std::vector<Item>& list, ParallelFor parallelFor) {
    std::size_t count = 0;
    for (Block& block : blocks) {
        block.*first = std::exchange(count, count + (block.*items).size());
    }
    list.resize(count);
    parallelFor(count > 0 ? blocks.size() : 0, [&](std::size_t task) {
        const Block& block = blocks[task];
        std::ranges::copy(block.*items, list.begin() + static_cast<std::ptrdiff_t>(block.*first));
    });
}

/// Memory of the tasks of a loop that list what they find. The list is in the order of the loop, so threads
/// change nothing.
template <class Item>
class TaskLists {
public:
    /// Calls find(i, list) once for each i below count, on the caller's threads. It may add items to the
    /// list.
    /// @param perTask  how many of them make a task
    /// @param all      gets the items of all, in their order
    template <class Find>
    void collect(ParallelFor parallelFor, std::size_t count, std::size_t perTask, std::vector<Item>& all,
                 const Find& find) {
        const std::size_t tasks = (count + perTask - 1) / perTask;
        if (blocks_.size() < tasks) {
            blocks_.resize(tasks);
        }
        parallelFor(tasks, [&](std::size_t task) {
            std::vector<Item>& items = blocks_[task].items;
            items.clear();
            for (std::size_t i = task * perTask, end = std::min(i + perTask, count); i < end; ++i) {
                find(i, items);
            }
        });
        joinBlocks(std::span(blocks_).first(tasks), &Block::items, &Block::first, all, parallelFor);
    }

private:
    struct alignas(64) Block {  // a cache line: each has its own thread
        std::vector<Item> items;
        std::size_t first = 0;  ///< place of the first one in the list of all
    };
    std::vector<Block> blocks_;
};

}  // namespace sat3d::SAT3D_ABI
