#pragma once

/// @file
/// Steers the run-time dispatch of Highway, and says where it went.

#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::test {

/// Instruction sets that the kernels were compiled for and this machine has, with the portable one that every
/// machine has. Highway's bits.
[[nodiscard]] std::vector<std::int64_t> dispatchTargets();

/// From now on dispatch goes there.
void dispatchTo(std::int64_t target);

/// Back to the best one.
void dispatchAsUsual();

/// The name of the instruction set that dispatched functions run with, as told by such a function.
[[nodiscard]] std::string dispatchedTarget();

[[nodiscard]] std::string nameOfTarget(std::int64_t target);

}  // namespace sat3d::test
