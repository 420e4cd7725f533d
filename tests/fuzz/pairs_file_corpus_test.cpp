#include "damage.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace sat3d::test {
namespace {

/// The fuzzer's entry over damaged pair files, without a fuzzer.
TEST(FuzzPairsFile, SurvivesDamagedFiles) {
    for (const char* seed : {"/pairs.txt", "/answers.ref"}) {
        std::ifstream stream(std::string(SAT3D_FUZZ_SEEDS) + "/pairs_file" + seed, std::ios::binary);
        const Bytes sound{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        ASSERT_FALSE(sound.empty()) << seed;
        Random random(103);
        for (int trial = 0; trial < 1500; ++trial) {
            Bytes bytes = sound;
            damage(random, bytes);
            EXPECT_EQ(LLVMFuzzerTestOneInput(bytes.data(), bytes.size()), 0);
        }
    }
}

}  // namespace
}  // namespace sat3d::test
