#pragma once

#include "report.hpp"
#include "workload.hpp"

namespace sat3d::benchmarks {

/// A workload's hulls and what they weigh; no sections yet.
[[nodiscard]] WorkloadReport describe(const Workload& workload);

}  // namespace sat3d::benchmarks
