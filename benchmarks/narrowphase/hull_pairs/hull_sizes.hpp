#pragma once

#include "harness/workload.hpp"
#include "report.hpp"

namespace sat3d::benchmarks {

/// Returns the number and the memory sizes of a workload's hulls. The report has no sections yet.
[[nodiscard]] WorkloadReport describe(const Workload& workload);

}  // namespace sat3d::benchmarks
