#pragma once

/// @file
/// The ways of asking that are compared, and who takes part in each.

#include "report.hpp"
#include "workload.hpp"

#include <memory>
#include <pair_timing/contender.hpp>
#include <string>
#include <vector>

namespace sat3d::benchmarks {

struct Mode {
    std::string name;
    bool coherent;  ///< frames of a motion, else pairs in unrelated poses
    std::vector<std::unique_ptr<pair_timing::Contender>> contenders;
};

[[nodiscard]] std::vector<Mode> makeModes();

/// Times and judges all lists of a workload.
[[nodiscard]] Section measureSection(const Mode& mode, const Workload& workload, int repeats);

}  // namespace sat3d::benchmarks
