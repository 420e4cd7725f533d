#include "run_fuzzer.hpp"

namespace sat3d::test {
namespace {

/// Runs the fuzzer's entry on damaged pair files.
TEST(FuzzPairsFile, SurvivesDamagedFiles) {
    for (const char* seed : {"/pairs.txt", "/answers.ref"}) {
        const Bytes sound = readBytes(std::string(SAT3D_FUZZ_SEEDS) + "/pairs_file" + seed);
        ASSERT_FALSE(sound.empty()) << seed;
        Random random(103);
        for (int trial = 0; trial < 1500; ++trial) {
            Bytes bytes = sound;
            damage(random, bytes);
            runFuzzer(bytes);
        }
    }
}

}  // namespace
}  // namespace sat3d::test
