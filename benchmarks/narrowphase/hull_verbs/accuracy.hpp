#pragma once

/// @file
/// Accuracy of answers, measured with methods that are independent of the tested ones.

#include "contenders.hpp"

#include <cstddef>
#include <vector>

namespace sat3d::benchmarks {

/// Accuracy of one contender's answers. Errors are fractions of the pair's size.
struct Accuracy {
    std::size_t judged = 0, falseHits = 0, falseMisses = 0;
    std::size_t measured = 0;  ///< answers whose value could be judged
    double worst = 0.0, sum = 0.0;

    [[nodiscard]] double mean() const { return measured == 0 ? 0.0 : sum / static_cast<double>(measured); }
    void measure(double error);
};

/// Judges the first round of a list. The contenders must have taken the shapes.
///   distance: the reference is the largest separation along any contender's normal
///   ray:      the reference is clipping of the ray by all faces, in double
///   sweep:    the separation at 200 fractions decides between hit and miss, except within 1e-3 of size;
///             the error is the separation at the answered fraction
[[nodiscard]] std::vector<Accuracy> judge(Verb verb, const std::vector<pair_timing::Contender*>& contenders,
                                          const pair_timing::QueryList& list,
                                          const std::vector<ConvexHull>& hulls);

}  // namespace sat3d::benchmarks
