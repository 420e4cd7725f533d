/// Baked models on disk.

#include "support/baked.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace sat3d::test {
namespace {

using Code = BakedError::Code;
using ::testing::HasSubstr;

TEST(BakedFile, FilesAreWrittenAndRead) {
    CollisionModel model;
    model.nodes = {{"node", std::nullopt, {}}};
    model.bodies = {{"ball", Sphere{{1.0f, 2.0f, 3.0f}, 4.0f}, 0}};
    const std::filesystem::path file =
        std::filesystem::path(::testing::TempDir()) / "sat3d_baked_model_test.s3d";
    ASSERT_FALSE(saveBaked(model, file));
    const auto back = loadBaked(file);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(saveBaked(*back), saveBaked(model));
    ASSERT_FALSE(saveBaked({}, file));  // over what was there
    EXPECT_TRUE(loadBaked(file)->bodies.empty());
    std::ofstream(file, std::ios::binary) << "solid ascii";
    const auto foreign = loadBaked(file);
    ASSERT_FALSE(foreign);
    EXPECT_THAT(foreign.error().message, HasSubstr(file.string() + ": is no baked model"));
    std::filesystem::remove(file);
    EXPECT_EQ(loadBaked(file).error().code, Code::NotFound);
    EXPECT_EQ(loadBaked(file.parent_path()).error().code, Code::Unreadable);
    EXPECT_TRUE(saveBaked(model, file / "below_a_file_that_is_not"));
}

TEST(BakedFile, FilesThatCannotBeReplacedStayAsTheyAre) {
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "sat3d_baked_file_test";
    std::filesystem::create_directories(folder);
    const std::filesystem::path file = folder / "model.s3d";
    ASSERT_FALSE(saveBaked({}, file));
    const std::uintmax_t size = std::filesystem::file_size(file);
    // What stands in the way of the unfinished file stands for a full disk.
    std::filesystem::create_directories(folder / "model.s3d.part" / "in the way");
    CollisionModel model;
    model.nodes = {{"node", std::nullopt, {}}};
    EXPECT_TRUE(saveBaked(model, file));
    EXPECT_TRUE(loadBaked(file)->nodes.empty());
    EXPECT_EQ(std::filesystem::file_size(file), size);
    std::filesystem::remove_all(folder / "model.s3d.part");
    std::error_code error;
    std::filesystem::create_symlink(file, folder / "link.s3d", error);  // not everybody may, on Windows
    EXPECT_FALSE(saveBaked(model, error ? file : folder / "link.s3d"));
    EXPECT_EQ(loadBaked(file)->nodes.size(), 1u);
    std::filesystem::remove_all(folder);
}

TEST(BakedFile, FilesLargerThanTheMemoryAreKnownByTheirHeader) {
    const std::filesystem::path file =
        std::filesystem::path(::testing::TempDir()) / "sat3d_baked_model_huge.s3d";
    const auto codeOf = [&](std::span<const std::byte> beginning) {
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(beginning.data()),
                   static_cast<std::streamsize>(beginning.size()));
        std::error_code error;
        std::filesystem::resize_file(file, std::uintmax_t{1} << 43, error);  // a hole: it takes no room
        if (error) {
            return std::string("no such large files here");
        }
        const auto model = loadBaked(file);
        EXPECT_THAT(model.error().message, HasSubstr(file.string()));
        return std::string(toString(model.error().code));
    };
    const std::string foreign = codeOf(std::vector<std::byte>(100));
    const std::string longer = codeOf(saveBaked({}));
    std::filesystem::remove(file);
    if (foreign.starts_with("no such")) {
        GTEST_SKIP() << foreign;
    }
    EXPECT_EQ(foreign, "Foreign");
    EXPECT_EQ(longer, "CutOff");
}

TEST(Checksum, TellsLengthsOfZerosApart) {
    const std::vector<std::byte> zeros(200);
    std::vector<std::uint64_t> sums;
    for (std::size_t size = 0; size <= zeros.size(); ++size) {
        sums.push_back(checksum(std::span(zeros).first(size)));
    }
    std::ranges::sort(sums);
    EXPECT_EQ(std::ranges::adjacent_find(sums), sums.end());
}

}  // namespace
}  // namespace sat3d::test
