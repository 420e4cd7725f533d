#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// The fuzzer's entry over random bytes, without a fuzzer: meshes and height fields in every mode.
TEST(FuzzSurface, SurvivesRandomBytes) {
    sat3d::test::Random random(101);
    for (int trial = 0; trial < 1024; ++trial) {
        std::vector<std::uint8_t> bytes(5 + random.below(trial % 8 == 0 ? 400 : 90));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random.below(256));
        }
        bytes[0] = static_cast<std::uint8_t>(trial);
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

/// Floats of one size each time, from denormals to giants, so that they pass as coordinates.
TEST(FuzzSurface, SurvivesAllMagnitudes) {
    sat3d::test::Random random(102);
    for (int trial = 0; trial < 512; ++trial) {
        // Mode 0 modulo 3: any floats; meshes and fields, one-sided and two-sided, with holes.
        const std::uint32_t mode =
            trial % 2 == 0 ? (trial % 4 == 0 ? 0u : 18u) : (trial % 4 == 1 ? 129u : 177u);
        std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(mode)};
        const std::uint32_t lowest = random.below(170),
                            range = 1 + random.below(trial % 3 == 0 ? 6 : 176 - lowest);
        const std::size_t floats = 12 + random.below(30);
        for (std::size_t i = 0; i < (mode & 128 ? 3 : floats * 4 / 3); ++i) {
            bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
        }
        for (std::size_t i = 0; i < floats; ++i) {
            const std::uint32_t bits =
                random.below(2) << 31 | (lowest + random.below(range)) << 23 | random.below(1u << 23);
            for (int shift = 0; shift < 32; shift += 8) {
                bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
            }
        }
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

}  // namespace
