#pragma once

#include <chrono>
#include <ctime>

namespace sat3d::pair_timing {

/// Returns the processor time of this thread in nanoseconds. It does not advance while other programs run.
/// Without such a clock, it returns wall time. A call takes a few hundred nanoseconds.
inline double threadNanoseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
#else
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::nano>(now).count();
#endif
}

}  // namespace sat3d::pair_timing
