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

/// Returns whether SAT3D_SOAK is set, as scripts/soak.sh does.
inline bool isSoak() {
    return fromEnvironment("SAT3D_SOAK", 0) != 0;
}

#ifdef SAT3D_TEST_SANITIZERS
constexpr bool kHasSanitizers = true;
#else
constexpr bool kHasSanitizers = false;
#endif

/// Returns the number of trials, steps or found cases of a test that takes long: `count`. Under sanitizers it
/// is a sixteenth of that, or a quarter in the soak: they look for faults of memory, for which few trials
/// suffice. The optimized build looks for wrong answers.
template <class Count>
Count trialCount(Count count) {
    const Count part = isSoak() ? 4 : 16;
    return kHasSanitizers ? (count + part - 1) / part : count;
}
/// The same for random edits, of which faults of memory need many, and for tests with few trials of each
/// kind: a quarter under sanitizers.
template <class Count>
constexpr Count fewTrialsCount(Count count) {
    return kHasSanitizers ? (count + 3) / 4 : count;
}

/// The step through the cases of a test that takes long, so that those under sanitizers differ in all that a
/// case number selects.
constexpr std::size_t kCaseStep = kHasSanitizers ? 17 : 1;

/// Returns the number of trials or steps of a test whose name ends in Slow: `count` in the soak, but an
/// eighth of it in the run of every change.
template <class Count>
Count slowCount(Count count) {
    return isSoak() ? count : (count + 7) / 8;
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
