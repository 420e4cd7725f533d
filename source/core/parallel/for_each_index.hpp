#pragma once

#include <sat3d/core/config.hpp>
#include <sat3d/core/parallel_for.hpp>

#include <algorithm>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

/// Calls use(i) once for each i below count, on the caller's threads.
/// @param perTask  how many of them make a task
template <class Use>
void forEachIndex(ParallelFor parallelFor, std::size_t count, std::size_t perTask, const Use& use) {
    parallelFor((count + perTask - 1) / perTask, [&](std::size_t task) {
        const std::size_t end = std::min((task + 1) * perTask, count);
        for (std::size_t i = task * perTask; i < end; ++i) {
            use(i);
        }
    });
}

}  // namespace sat3d::inline SAT3D_ABI::detail
