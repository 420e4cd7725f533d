#pragma once

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/geometry/aabb.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Sorts items by the positions of their boxes' centers along a Hilbert curve. Where many centers share a
/// cell of the curve, the cell is divided anew, so that far outliers do no harm. O(n).
/// @param boxes  indexed by item number; of any kind, also empty, infinite or NaN
/// @param items  those without a box are left out
/// @param keys   receives the order: the item is the low half of each key
/// @param spare  memory for sorting
/// @param parallelFor  shares the computation of positions; the sort itself is serial
void sortByHilbert(std::span<const Aabb> boxes, std::span<const std::uint32_t> items,
                   std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare,
                   ParallelFor parallelFor);

}  // namespace sat3d::SAT3D_ABI
