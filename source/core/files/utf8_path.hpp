#pragma once

/// @file
/// File names as UTF-8 text, which is what messages and model files contain. On Windows,
/// std::filesystem::path::string() fails for characters outside the code page of the system, and takes text
/// as one of that page.

#include <sat3d/core/config.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline std::string utf8(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

/// The same with '/' between folders on every system.
[[nodiscard]] inline std::string utf8Generic(const std::filesystem::path& path) {
    return utf8(std::filesystem::path(path.generic_u8string()));
}

/// Throws std::system_error for text that is no UTF-8, on systems whose file names are UTF-16.
[[nodiscard]] inline std::filesystem::path pathOfUtf8(std::string_view text) {
    return {std::u8string(text.begin(), text.end())};
}

}  // namespace sat3d::SAT3D_ABI
