#pragma once

/// @file
/// Times contenders side by side.

#include "contender.hpp"
#include "query_list.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace sat3d::pair_timing {

struct Timing {
    std::vector<double> nanoseconds;  ///< per query, processor time; one figure a repeat
    std::size_t queryCount = 0;       ///< different queries of the list that were timed
};

/// Every repeat times all contenders one after the other, so that a noisy machine hits all alike and the
/// ratio of two contenders' times in one repeat is fair. One repeat asks the whole list at least once, and
/// again until it has taken a fifth of a millisecond; contenders that remember nothing and need more than a
/// fiftieth of a second for the list go on in the next repeat where they stopped in the last.
/// @param contenders  with the shapes taken
/// @param repeats     at least 1
/// @return one timing per contender
[[nodiscard]] std::vector<Timing> measure(std::span<Contender* const> contenders, const QueryList& list,
                                          int repeats);

}  // namespace sat3d::pair_timing
