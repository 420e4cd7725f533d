#pragma once

/// @file
/// Lists that the tasks of a loop write together.

#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

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
            for (std::size_t i = task * perTask; i < std::min((task + 1) * perTask, count); ++i) {
                find(i, items);
            }
        });
        std::size_t size = 0;
        for (std::size_t task = 0; task < tasks; ++task) {
            blocks_[task].first = std::exchange(size, size + blocks_[task].items.size());
        }
        all.resize(size);
        parallelFor(size > 0 ? tasks : 0, [&](std::size_t task) {
            std::ranges::copy(blocks_[task].items,
                              all.begin() + static_cast<std::ptrdiff_t>(blocks_[task].first));
        });
    }

private:
    struct Block {
        std::vector<Item> items;
        std::size_t first = 0;  ///< place of the first one in the list of all
    };
    std::vector<Block> blocks_;
};

}  // namespace sat3d::SAT3D_ABI
