#pragma once

/// Node graphs of hostile files.

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Demands that a reader which walks down from every node, visiting shared nodes once for each way to them,
/// comes to an end: no circle, no more than maxNodes visits from any node, no way longer than maxDepth.
/// @param below   of each node, the nodes below it
/// @param nameOf  a node, as messages call it
/// Throws VettingFault. Linear time, no recursion.
void demandBoundedWalk(const std::vector<std::vector<std::size_t>>& below, const ImportOptions& options,
                       const std::function<std::string(std::size_t)>& nameOf);

}  // namespace sat3d::inline SAT3D_ABI::importing
