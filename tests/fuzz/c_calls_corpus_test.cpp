#include "fuzz/damage.hpp"
#include "fuzz/run_fuzzer.hpp"
#include "support/random.hpp"
#include "support/trials.hpp"

#include <gtest/gtest.h>

namespace sat3d::test {
namespace {

/// Runs the fuzzer's entry on random bytes. SAT3D_C_CALLS: another number of sequences of calls.
TEST(FuzzCCalls, SurvivesRandomCalls) {
    const auto count = static_cast<int>(fromEnvironment("SAT3D_C_CALLS", fewTrialsCount(400u)));
    forEachTrial(107, count,
                 [](Random& random, int) { runFuzzer(randomBytes(random, 200 + random.below(9000))); });
}

}  // namespace
}  // namespace sat3d::test
