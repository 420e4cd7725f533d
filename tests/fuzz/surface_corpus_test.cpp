#include "run_fuzzer.hpp"

namespace sat3d::test {
namespace {

/// Runs the fuzzer's entry on random bytes, with meshes and height fields in every mode.
TEST(FuzzSurface, SurvivesRandomBytes) {
    Random random(101);
    for (int trial = 0; trial < 1024; ++trial) {
        Bytes bytes = randomBytes(random, 5 + random.below(trial % 8 == 0 ? 400 : 90));
        bytes[0] = static_cast<std::uint8_t>(trial);
        runFuzzer(bytes);
    }
}

/// Floats of one magnitude per run, from denormals to the largest, so that they are valid coordinates.
TEST(FuzzSurface, SurvivesAllMagnitudes) {
    Random random(102);
    for (int trial = 0; trial < 512; ++trial) {
        // Mode 0 modulo 3: arbitrary floats; meshes and fields, one-sided and two-sided, with holes.
        const std::uint32_t mode =
            trial % 2 == 0 ? (trial % 4 == 0 ? 0u : 18u) : (trial % 4 == 1 ? 129u : 177u);
        Bytes bytes{static_cast<std::uint8_t>(mode)};
        const std::uint32_t lowest = random.below(170),
                            range = 1 + random.below(trial % 3 == 0 ? 6 : 176 - lowest);
        const std::size_t floats = 12 + random.below(30);
        for (std::size_t i = 0; i < (mode & 128 ? 3 : floats * 4 / 3); ++i) {
            bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
        }
        for (std::size_t i = 0; i < floats; ++i) {
            const std::uint32_t bits =
                random.below(2) << 31 | (lowest + random.below(range)) << 23 | random.below(1u << 23);
            append(bytes, bits);
        }
        runFuzzer(bytes);
    }
}

}  // namespace
}  // namespace sat3d::test
