#pragma once

/// @file
/// The caller's threads: a loop whose iterations may run at the same time.

#include <sat3d/core/callback.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// One piece of work of several, by its number.
using ParallelTask = CallbackRef<void(std::size_t number)>;

/// A loop on the caller's threads: calls task(i) once for each i below count, in any order and on any
/// threads, and returns after the last call. How the work is cut into tasks depends on the data alone, and
/// so no result depends on the number of threads or their timing.
/// @code
/// world.update([&](std::size_t count, sat3d::ParallelTask task) { pool.forEach(count, task); });
/// @endcode
/// A task takes 10 us or more. Tasks do not throw, and they start no tasks themselves.
using ParallelFor = CallbackRef<void(std::size_t count, ParallelTask task)>;

/// The loop of one thread: runs the tasks in order.
inline constexpr auto kInOneThread = [](std::size_t count, ParallelTask task) {
    for (std::size_t number = 0; number < count; ++number) {
        task(number);
    }
};

namespace detail {

/// Calls use(i) once for each i below count, on the caller's threads.
/// @param perTask  how many of them make a task
template <class Use>
void forEachIndex(ParallelFor parallelFor, std::size_t count, std::size_t perTask, const Use& use) {
    parallelFor((count + perTask - 1) / perTask, [&](std::size_t task) {
        const std::size_t first = task * perTask, end = count - first < perTask ? count : first + perTask;
        for (std::size_t i = first; i < end; ++i) {
            use(i);
        }
    });
}

}  // namespace detail

}  // namespace sat3d::SAT3D_ABI
