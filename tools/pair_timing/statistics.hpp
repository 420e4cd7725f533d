#pragma once

#include <vector>

namespace sat3d::pair_timing {

/// Returns the quantile of the values, with linear interpolation.
/// @param values  at least one
/// @param share   0 to 1
[[nodiscard]] double quantile(std::vector<double> values, double share);

[[nodiscard]] double median(const std::vector<double>& values);

/// Returns half the interquartile range as a fraction of the median: the noise of the repeats.
[[nodiscard]] double spread(const std::vector<double>& values);

}  // namespace sat3d::pair_timing
