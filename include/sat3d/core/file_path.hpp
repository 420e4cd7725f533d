#pragma once

/// @file
/// File names as arguments, without `<filesystem>`, which takes a fifth of the compile time of
/// `<sat3d/sat3d.hpp>`.

#include <sat3d/core/config.hpp>

#include <type_traits>
#include <utility>

namespace sat3d::SAT3D_ABI {

/// A file name as a function argument. Converts from std::filesystem::path, std::string and string literals,
/// and refers to their text, which is UTF-8 on every system (u8"..." is taken as well).
class FilePath {
public:
    FilePath(const char* path) : narrow_(path) {}
    FilePath(const char8_t* path) : narrow_(reinterpret_cast<const char*>(path)) {}
    template <class Path>
    requires std::is_convertible_v<decltype(std::declval<const Path&>().c_str()), const char*> FilePath(
        const Path& path)
        : narrow_(path.c_str()) {}
    template <class Path>
    requires std::is_convertible_v<decltype(std::declval<const Path&>().c_str()), const char8_t*> FilePath(
        const Path& path)
        : FilePath(path.c_str()) {}
    /// Overload for std::filesystem::path on Windows.
    template <class Path>
    requires std::is_convertible_v<decltype(std::declval<const Path&>().c_str()), const wchar_t*> FilePath(
        const Path& path)
        : wide_(path.c_str()) {}

    /// Converts the text to `Path`, which is std::filesystem::path. Throws std::system_error for text that is
    /// no UTF-8, on systems whose file names are UTF-16.
    template <class Path>
    [[nodiscard]] Path as() const {
        // As char, the text would be in the code page of the system.
        return narrow_ != nullptr ? Path(reinterpret_cast<const char8_t*>(narrow_)) : Path(wide_);
    }

private:
    const char* narrow_ = nullptr;
    const wchar_t* wide_ = nullptr;
};

}  // namespace sat3d::SAT3D_ABI
