#pragma once

/// @file
/// File names as arguments, without `<filesystem>`, which takes a fifth of the compile time of
/// `<sat3d/sat3d.hpp>`.

#include <sat3d/core/config.hpp>

#include <type_traits>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

/// A file name as a function argument. Converts from std::filesystem::path, std::string and string literals,
/// and refers to their text.
class FilePath {
public:
    FilePath(const char* path) : narrow_(path) {}
    template <class Path>
    requires std::is_convertible_v<decltype(std::declval<const Path&>().c_str()), const char*> FilePath(
        const Path& path)
        : narrow_(path.c_str()) {}
    /// Overload for std::filesystem::path on Windows.
    template <class Path>
    requires std::is_convertible_v<decltype(std::declval<const Path&>().c_str()), const wchar_t*> FilePath(
        const Path& path)
        : wide_(path.c_str()) {}

    /// Converts the text to `Path`, which is std::filesystem::path.
    template <class Path>
    [[nodiscard]] Path as() const {
        return narrow_ != nullptr ? Path(narrow_) : Path(wide_);
    }

private:
    const char* narrow_ = nullptr;
    const wchar_t* wide_ = nullptr;
};

}  // namespace sat3d::inline SAT3D_ABI
