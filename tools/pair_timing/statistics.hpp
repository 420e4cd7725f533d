#pragma once

#include <vector>

namespace sat3d::pair_timing {

/// The value below which a share of the values lies, between the two nearest ones.
/// @param values  at least one  @param share  0 to 1
[[nodiscard]] double quantile(std::vector<double> values, double share);

[[nodiscard]] double median(const std::vector<double>& values);

/// Half the distance between the quartiles, as a fraction of the median: how noisy the repeats are.
[[nodiscard]] double spread(const std::vector<double>& values);

}  // namespace sat3d::pair_timing
