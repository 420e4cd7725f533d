#include "harness/time_format.hpp"

#include <fmt/core.h>
#include <hwy/targets.h>

#include <cstdint>
#include <pair_timing/statistics.hpp>
#include <vector>

namespace sat3d::benchmarks {

double timesFaster(const pair_timing::Timing& contender, const pair_timing::Timing& baseline) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < contender.nanoseconds.size(); ++i) {
        ratios.push_back(baseline.nanoseconds[i] / contender.nanoseconds[i]);
    }
    return pair_timing::median(ratios);
}

std::string ratioText(const std::optional<double>& ratio) {
    if (!ratio) {
        return "-";
    }
    return *ratio < 0.95   ? fmt::format("{:.2g}x", *ratio)
           : *ratio < 9.95 ? fmt::format("{:.1f}x", *ratio)
                           : fmt::format("{:.0f}x", *ratio);
}

std::string timeText(double nanoseconds) {
    return nanoseconds < 99.95 ? fmt::format("{:.1f}", nanoseconds) : fmt::format("{:.0f}", nanoseconds);
}

std::string bestInstructionSet() {
    const std::int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
    return hwy::TargetName(supported & -supported);  // the lowest bit is the best
}

}  // namespace sat3d::benchmarks
