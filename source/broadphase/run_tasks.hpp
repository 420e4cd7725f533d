#pragma once

#include <sat3d/core/parallel_for.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI {

/// Runs tasks on the caller's threads. A single one runs here, and wakes none of them.
inline void runTasks(ParallelFor parallelFor, std::size_t count, ParallelTask task) {
    if (count == 1) {
        task(0);
    } else if (count > 1) {
        parallelFor(count, task);
    }
}

}  // namespace sat3d::SAT3D_ABI
