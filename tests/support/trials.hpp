#pragma once

/// @file
/// The loop of tests on random data.

#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace sat3d::test {

/// Returns a number of the environment, for longer runs than those of every change.
inline std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// Returns the number of trials, steps or found cases of a test that takes long: `count`, but a quarter of it
/// under sanitizers, where the random data of the optimized build need not be repeated.
template <class Count>
constexpr Count trialCount(Count count) {
#ifdef SAT3D_TEST_SANITIZERS
    return count / 4;
#else
    return count;
#endif
}

/// The step through the cases of a test that takes long, so that those under sanitizers differ in all that a
/// case number selects.
#ifdef SAT3D_TEST_SANITIZERS
constexpr std::size_t kCaseStep = 5;
#else
constexpr std::size_t kCaseStep = 1;
#endif

/// Returns the number of trials or steps of a test whose name ends in Slow: `count` in scripts/soak.sh, which
/// sets SAT3D_SOAK, but a quarter of it in the run of every change.
template <class Count>
Count slowCount(Count count) {
    return fromEnvironment("SAT3D_SOAK", 0) != 0 ? count : count / 4;
}

/// Calls trial(random, index) for each index below `count`, until a fatal failure. Failures state the seed
/// and the index.
template <class Trial>
void forEachTrial(std::uint32_t seed, int count, const Trial& trial) {
    Random random(seed);
    for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", trial " + std::to_string(i));
        trial(random, i);
    }
}

}  // namespace sat3d::test
