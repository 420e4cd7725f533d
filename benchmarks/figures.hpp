#pragma once

/// @file
/// Ratios and times, computed and written in one way by every benchmark.

#include <optional>
#include <pair_timing/measure.hpp>
#include <string>

namespace sat3d::benchmarks {

/// Baseline's time through the contender's, repeat by repeat: the median.
[[nodiscard]] double timesFaster(const pair_timing::Timing& contender, const pair_timing::Timing& baseline);

/// "2.4x"; "-" for nothing.
[[nodiscard]] std::string ratioText(const std::optional<double>& ratio);
[[nodiscard]] std::string timeText(double nanoseconds);

/// The best that this machine has and the library was built for.
[[nodiscard]] std::string bestInstructionSet();

}  // namespace sat3d::benchmarks
