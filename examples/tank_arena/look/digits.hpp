#pragma once

#include <adapters/picture.hpp>
#include <string_view>

namespace tank_arena {

/// Writes digits, points and spaces into a picture, 10 pixels high, white on black.
void writeDigits(Picture& picture, int left, int top, std::string_view text);

}  // namespace tank_arena
