#pragma once

// Head and end of all HTML pages. Pages are self-contained and share a style.

#include "debug/html/markup_writer.hpp"

#include <string_view>

namespace sat3d::SAT3D_ABI::debug {

inline constexpr std::string_view kFont =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif";

/// Writes everything before the content of <body>, and leaves <body> open.
void openPage(MarkupWriter& html, std::string_view title, std::string_view styleSheet);

/// Writes the data and the script of the page, then closes the page.
/// @param json, script  trusted: written without escaping
void closePage(MarkupWriter& html, std::string_view json, std::string_view script);

}  // namespace sat3d::SAT3D_ABI::debug
