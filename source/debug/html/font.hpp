#pragma once

#include <sat3d/core/config.hpp>

#include <string_view>

namespace sat3d::inline SAT3D_ABI::debug {

inline constexpr std::string_view kFont =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif";

}  // namespace sat3d::inline SAT3D_ABI::debug
