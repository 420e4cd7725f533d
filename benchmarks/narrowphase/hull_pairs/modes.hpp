#pragma once

/// @file
/// The two modes of the benchmark, cold and warm, with their contenders.

#include "harness/workload.hpp"
#include "report.hpp"

#include <memory>
#include <pair_timing/contender.hpp>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Mode {
    std::string name;
    bool coherent;  ///< true: frames of a motion; false: unrelated poses
    std::vector<std::unique_ptr<pair_timing::Contender>> contenders;
};

[[nodiscard]] std::vector<Mode> makeModes();

/// Measures the time and the accuracy of all query lists of a workload.
[[nodiscard]] Section measureSection(const Mode& mode, const Workload& workload, int repeats);

}  // namespace sat3d::benchmarks
