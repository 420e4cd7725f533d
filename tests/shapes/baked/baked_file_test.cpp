/// Baked models on disk.

#include "support/baked.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __unix__
#include <csignal>
#include <sys/resource.h>
#endif

namespace sat3d::test {
namespace {

using Code = BakedError::Code;
using ::testing::HasSubstr;

#ifdef __unix__
/// While it exists, writing more bytes than this to a file fails.
class FilesNoLongerThan {
public:
    explicit FilesNoLongerThan(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FilesNoLongerThan() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FilesNoLongerThan(const FilesNoLongerThan&) = delete;
    FilesNoLongerThan& operator=(const FilesNoLongerThan&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};
#endif

TEST(BakedFile, FilesAreWrittenAndRead) {
    CollisionModel model;
    model.nodes = {{"node", std::nullopt, {}}};
    model.bodies = {{"ball", Sphere{{1.0f, 2.0f, 3.0f}, 4.0f}, 0}};
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "model.s3d";
    ASSERT_FALSE(saveBaked(model, file));
    const auto back = loadBaked(file);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(saveBaked(*back), saveBaked(model));
    ASSERT_FALSE(saveBaked({}, file));  // replaces the existing file
    EXPECT_TRUE(loadBaked(file)->bodies.empty());
    std::ofstream(file, std::ios::binary) << "solid ascii";
    const auto foreign = loadBaked(file);
    ASSERT_FALSE(foreign);
    EXPECT_THAT(foreign.error().message, HasSubstr(file.string() + ": is not a baked model"));
    std::filesystem::remove(file);
    EXPECT_EQ(loadBaked(file).error().code, Code::NotFound);
    EXPECT_EQ(loadBaked(file.parent_path()).error().code, Code::Unreadable);
    EXPECT_TRUE(saveBaked(model, file / "below_a_file_that_is_not"));
}

TEST(BakedFile, NamesAreUtf8OnEverySystem) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / u8"\u0442\u0430\u043d\u043a \u6a21.s3d";
    const std::u8string wide = file.u8string();
    const std::string name(wide.begin(), wide.end());
    ASSERT_FALSE(saveBaked({}, name));
    EXPECT_TRUE(std::filesystem::exists(file));
    EXPECT_TRUE(loadBaked(name));
    EXPECT_TRUE(loadBaked(name.c_str()));
    EXPECT_TRUE(loadBaked(wide));
    EXPECT_TRUE(loadBaked(wide.c_str()));
    EXPECT_TRUE(loadBaked(file));
    std::filesystem::remove(file);
    EXPECT_THAT(loadBaked(file).error().message, HasSubstr(name));
}

TEST(BakedFile, FailedWritesKeepTheOldFile) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "model.s3d";
    ASSERT_FALSE(saveBaked({}, file));
    [[maybe_unused]] const std::uintmax_t size = std::filesystem::file_size(file);
    CollisionModel model;
    model.nodes = {{"node", std::nullopt, {}}};
#ifdef __unix__
    {
        const FilesNoLongerThan limit(16);  // a full disk
        const auto fault = saveBaked(model, file);
        ASSERT_TRUE(fault);
        EXPECT_THAT(fault->message, HasSubstr(file.string() + ": cannot be written (" +
                                              std::generic_category().message(EFBIG)));
    }
    EXPECT_TRUE(loadBaked(file)->nodes.empty());
    EXPECT_EQ(std::filesystem::file_size(file), size);
    const auto inFolder = std::filesystem::directory_iterator(folder.path());
    EXPECT_EQ(std::distance(begin(inFolder), end(inFolder)), 1) << "the failed write left no file";
#endif
    std::error_code error;
    const std::filesystem::path link = folder.path() / "link.s3d";
    std::filesystem::create_symlink(file, link, error);  // needs a permission on Windows
    EXPECT_FALSE(saveBaked(model, error ? file : link));
    EXPECT_EQ(loadBaked(file)->nodes.size(), 1u);
}

TEST(BakedFile, ConcurrentWritersKeepTheFileWhole) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "model.s3d";
    std::array<CollisionModel, 2> models;
    models[0].nodes.assign(3, {"node", std::nullopt, {}});
    models[1].nodes.assign(3000, {"node", std::nullopt, {}});
    ASSERT_FALSE(saveBaked(models[0], file));
    std::vector<std::thread> savers;
    std::atomic<int> failed = 0;
    for (const CollisionModel& model : models) {
        savers.emplace_back([&] {
            for (int i = 0; i < 30; ++i) {
                if (const auto fault = saveBaked(model, file)) {
                    ++failed;
                    ADD_FAILURE() << fault->message;
                }
            }
        });
    }
    for (int i = 0; i < 200; ++i) {
        const auto loaded = loadBaked(file);
        // A file that is replaced between the size check and the reading is refused, not half read.
        EXPECT_TRUE(!loaded || loaded->nodes.size() == 3 || loaded->nodes.size() == 3000);
    }
    for (std::thread& saver : savers) {
        saver.join();
    }
    EXPECT_EQ(failed, 0);
    EXPECT_TRUE(loadBaked(file));
}

TEST(BakedFile, HugeFilesAreRefusedByTheirHeader) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "huge.s3d";
    const auto codeOf = [&](std::span<const std::byte> beginning) {
        std::ofstream(file, std::ios::binary)
            .write(reinterpret_cast<const char*>(beginning.data()),
                   static_cast<std::streamsize>(beginning.size()));
        std::error_code error;
        // A sparse file: it needs no disk space.
        std::filesystem::resize_file(file, std::uintmax_t{1} << 43, error);
        if (error) {
            return std::string("no such large files here");
        }
        const auto model = loadBaked(file);
        EXPECT_THAT(model.error().message, HasSubstr(file.string()));
        return std::string(toString(model.error().code));
    };
    const std::string foreign = codeOf(std::vector<std::byte>(100));
    const std::string longer = codeOf(saveBaked({}));
    if (foreign.starts_with("no such")) {
        GTEST_SKIP() << foreign;
    }
    EXPECT_EQ(foreign, "WrongMagic");
    EXPECT_EQ(longer, "SizeMismatch");
}

TEST(Checksum, DependsOnTheNumberOfZeros) {
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
