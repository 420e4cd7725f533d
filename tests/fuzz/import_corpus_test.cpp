/// Imports files of every validated format, damaged in thousands of ways. The result must be an error or a
/// valid model, never a crash or a hang. (tests/import/hostile_test.cpp tests the errors that have their own
/// message.)

#include "damage.hpp"
#include "import_bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace sat3d::test {
namespace {

constexpr std::size_t kMaxSeedBytes = 16'384;  // small files, so that damage rarely hits irrelevant bytes
constexpr int kTrials = 250;

/// Returns the test files and the project's models of one format, sorted by name.
std::vector<Bytes> seedsOf(const std::string& extension) {
    std::vector<std::filesystem::path> files;
    for (const char* folder : {SAT3D_TEST_DATA "/corpus", SAT3D_TEST_DATA "/import", SAT3D_MODELS}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().extension() == extension && entry.file_size() <= kMaxSeedBytes) {
                files.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(files);
    std::vector<Bytes> seeds;
    for (const std::filesystem::path& file : files) {
        seeds.push_back(readBytes(file));
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
    EXPECT_GT(loaded, 0) << "no damaged file passed the first check";
    EXPECT_LT(loaded, kTrials);
}

TEST_P(FuzzImport, SurvivesRandomBytes) {
    Random random(2027);
    for (int trial = 0; trial < 50; ++trial) {
        importBytes(GetParam(), randomBytes(random, random.below(400)));
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, FuzzImport,
                         ::testing::Values(".dae", ".fbx", ".glb", ".gltf", ".obj", ".ply", ".stl"),
                         [](const auto& format) { return std::string(format.param + 1); });

}  // namespace
}  // namespace sat3d::test
