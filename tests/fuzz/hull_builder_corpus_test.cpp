#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// The fuzzer's entry over random bytes, without a fuzzer: every mode and tolerance, all lengths.
TEST(FuzzHullBuilder, SurvivesRandomBytes) {
    sat3d::test::Random random(99);
    for (int trial = 0; trial < 6000; ++trial) {
        std::vector<std::uint8_t> bytes(1 + random.below(trial % 10 == 0 ? 1500 : 150));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random.below(256));
        }
        bytes[0] = static_cast<std::uint8_t>(trial % 12);
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

/// Floats whose exponents span everything: denormals beside giants.
TEST(FuzzHullBuilder, SurvivesMixedMagnitudes) {
    sat3d::test::Random random(100);
    for (int trial = 0; trial < 3000; ++trial) {
        std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(3 * random.below(4))};
        const std::uint32_t lowest = random.below(177), range = 1 + random.below(177 - lowest);
        const std::size_t count = 3 * (4 + random.below(30));
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t mantissa = random.chance(0.5) ? 0 : random.below(1u << 23);
            const std::uint32_t bits =
                random.below(2) << 31 | (lowest + random.below(range)) << 23 | mantissa;
            for (int shift = 0; shift < 32; shift += 8) {
                bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
            }
        }
        EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
    }
}

}  // namespace
