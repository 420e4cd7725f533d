#include "run_fuzzer.hpp"

namespace sat3d::test {
namespace {

/// Runs the fuzzer's entry on random bytes, with every mode and tolerance, and with all lengths.
TEST(FuzzHullBuilder, SurvivesRandomBytes) {
    Random random(99);
    for (int trial = 0; trial < 6000; ++trial) {
        Bytes bytes = randomBytes(random, 1 + random.below(trial % 10 == 0 ? 1500 : 150));
        bytes[0] = static_cast<std::uint8_t>(trial % 12);
        runFuzzer(bytes);
    }
}

/// Floats with all exponents, from denormals to the largest.
TEST(FuzzHullBuilder, SurvivesMixedMagnitudes) {
    Random random(100);
    for (int trial = 0; trial < 3000; ++trial) {
        Bytes bytes{static_cast<std::uint8_t>(3 * random.below(4))};
        const std::uint32_t lowest = random.below(177), range = 1 + random.below(177 - lowest);
        const std::size_t count = 3 * (4 + random.below(30));
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t mantissa = random.chance(0.5) ? 0 : random.below(1u << 23);
            const std::uint32_t bits =
                random.below(2) << 31 | (lowest + random.below(range)) << 23 | mantissa;
            append(bytes, bits);
        }
        runFuzzer(bytes);
    }
}

}  // namespace
}  // namespace sat3d::test
