#pragma once

/// @file
/// How good answers are, found without the methods that gave them.

#include "contenders.hpp"

#include <cstddef>
#include <vector>

namespace sat3d::benchmarks {

/// Answers of one contender. Errors are fractions of the pair's size.
struct Accuracy {
    std::size_t judged = 0, falseHits = 0, falseMisses = 0;
    std::size_t measured = 0;  ///< of which the value could be judged
    double worst = 0.0, sum = 0.0;

    [[nodiscard]] double mean() const { return measured == 0 ? 0.0 : sum / static_cast<double>(measured); }
    void measure(double error);
};

/// Judges the first round of a list, which the contenders have taken.
///   distance: the largest gap that any contender's normal proves; an error is the difference to it
///   ray:      clipping by all faces, in double; an error is the difference in length
///   sweep:    the distance at 200 times of the way tells hits from misses (not grazes, within 1e-3 of size);
///             an error is the distance at the time that was answered
[[nodiscard]] std::vector<Accuracy> judge(Verb verb, const std::vector<pair_timing::Contender*>& contenders,
                                          const pair_timing::QueryList& list,
                                          const std::vector<ConvexHull>& hulls);

}  // namespace sat3d::benchmarks
