/// Files of every vetted format, damaged in thousands of ways: an error or a sound model, never a crash or a
/// hang. (tests/import/hostile_test.cpp says which faults have a wording of their own.)

#include "damage.hpp"
#include "import_bytes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace sat3d::test {
namespace {

constexpr std::size_t kMostSeedBytes = 16'384;  // small files, so that a change meets something that counts
constexpr int kTrials = 250;

/// The files of the corpus and the project's models in one format, in the order of their names.
std::vector<Bytes> seedsOf(const std::string& extension) {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {SAT3D_TEST_DATA "/corpus", SAT3D_TEST_DATA "/import", SAT3D_MODELS}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == extension && entry.file_size() <= kMostSeedBytes) {
                files.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(files);
    std::vector<Bytes> seeds;
    for (const std::filesystem::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return seeds;
}

class FuzzImport : public ::testing::TestWithParam<const char*> {};

TEST_P(FuzzImport, SurvivesDamagedFiles) {
    const std::string extension = GetParam();
    const std::vector<Bytes> seeds = seedsOf(extension);
    ASSERT_FALSE(seeds.empty());
    Random random(2026);
    int loaded = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        Bytes bytes = seeds[random.below(static_cast<std::uint32_t>(seeds.size()))];
        damage(random, bytes);
        SCOPED_TRACE(trial);
        loaded += importBytes(extension, bytes);
    }
    EXPECT_GT(loaded, 0) << "damage so heavy that nothing gets past the first check finds nothing";
    EXPECT_LT(loaded, kTrials);
}

TEST_P(FuzzImport, SurvivesRandomBytes) {
    Random random(2027);
    for (int trial = 0; trial < 50; ++trial) {
        Bytes bytes(random.below(400));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(random.below(256));
        }
        importBytes(GetParam(), bytes);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, FuzzImport,
                         ::testing::Values(".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"),
                         [](const auto& format) { return std::string(format.param + 1); });

}  // namespace
}  // namespace sat3d::test
