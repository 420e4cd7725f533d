#pragma once

/// @file
/// Times contenders side by side.

#include "contender.hpp"
#include "query_list.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace sat3d::pair_timing {

/// Times of one contender.
struct Timing {
    std::vector<double> nanoseconds;  ///< processor time per query; one value for each repeat
    std::size_t queryCount = 0;       ///< number of different queries that were timed
};

/// Times all contenders in every repeat, one after the other. Noise of the machine then affects all of them,
/// and the ratio of two times of one repeat is fair. A repeat runs the whole list at least once, and again
/// until 0.2 ms have passed. If a contender does not remember earlier queries and needs more than 20 ms for
/// the list, it continues in the next repeat where it stopped.
/// @param contenders  must have taken the shapes
/// @param repeats     at least 1
/// @return one timing per contender
[[nodiscard]] std::vector<Timing> measure(std::span<Contender* const> contenders, const QueryList& list,
                                          int repeats);

}  // namespace sat3d::pair_timing
