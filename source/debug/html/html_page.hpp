#pragma once

// What all HTML pages share: one file, nothing from outside, the same look.

#include "debug/html/markup_writer.hpp"

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

/// Everything before the content of <body>, which stays open.
void openPage(MarkupWriter& html, std::string_view title, std::string_view styleSheet);

/// The program of the page and the numbers it draws, then the end of the page.
/// @param json, script  of our own making: they stand in the page as they are
void closePage(MarkupWriter& html, std::string_view json, std::string_view script);

}  // namespace sat3d::inline SAT3D_ABI::debug
