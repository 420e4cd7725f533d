#pragma once

/// @file
/// Computes and formats the ratios and times of all benchmarks on pair files.

#include <optional>
#include <pair_timing/measure.hpp>
#include <string>

namespace sat3d::benchmarks {

/// Returns the median over the repeats of the baseline's time divided by the contender's time.
[[nodiscard]] double timesFaster(const pair_timing::Timing& contender, const pair_timing::Timing& baseline);

/// Returns text such as "2.4x", or "-" without a ratio.
[[nodiscard]] std::string ratioText(const std::optional<double>& ratio);
[[nodiscard]] std::string timeText(double nanoseconds);

/// Returns the best instruction set that this machine has and the library was built for.
[[nodiscard]] std::string bestInstructionSet();

}  // namespace sat3d::benchmarks
