#pragma once

/// @file
/// Controls the run-time dispatch of Highway.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::test {

/// Returns the instruction sets that the kernels were compiled for and this machine has, and the portable
/// target. The values are Highway's bits.
[[nodiscard]] std::vector<std::int64_t> dispatchTargets();

/// Returns the number of instruction sets that the kernels were compiled for, besides the compiler's own.
[[nodiscard]] std::size_t chosenTargetCount();

/// Dispatches to this target until further notice.
void dispatchTo(std::int64_t target);

/// Dispatches to the best target again.
void dispatchAsUsual();

/// Returns the name of the target of dispatched functions, as such a function reports it.
[[nodiscard]] std::string dispatchedTarget();

[[nodiscard]] std::string nameOfTarget(std::int64_t target);

}  // namespace sat3d::test
