#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace sat3d::test {

/// A new folder for temporary files, which is removed with its content.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::random_device number;  // several processes may run at once
        do {
            path_ = std::filesystem::temp_directory_path() / ("sat3d_test_" + std::to_string(number()));
        } while (!std::filesystem::create_directory(path_));
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace sat3d::test
