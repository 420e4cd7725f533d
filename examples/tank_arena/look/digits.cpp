#include "digits.hpp"

#include <array>
#include <cstdint>

namespace tank_arena {

void writeDigits(Picture& picture, int left, int top, std::string_view text) {
    // Five rows of three dots each; the highest bit is at the upper left.
    constexpr std::array<std::uint16_t, 10> kDigits{075557, 026227, 071747, 071717, 055711,
                                                    074717, 074757, 071222, 075757, 075717};
    constexpr int kDot = 2, kStep = 4 * kDot;
    const auto fill = [&](int x, int y, int width, int height, std::uint8_t shade) {
        for (int row = y; row < y + height; ++row) {
            for (int column = x; column < x + width; ++column) {
                if (row >= 0 && column >= 0 && row < picture.height && column < picture.width) {
                    std::uint8_t* pixel = picture.pixel(column, row);
                    pixel[0] = pixel[1] = pixel[2] = shade;
                }
            }
        }
    };
    fill(left - kDot, top - kDot, static_cast<int>(text.size()) * kStep + kDot, 7 * kDot, 20);
    for (const char letter : text) {
        if (letter == '.') {
            fill(left + kDot, top + 4 * kDot, kDot, kDot, 255);
        } else if (letter >= '0' && letter <= '9') {
            for (int dot = 0; dot < 15; ++dot) {
                if ((kDigits[static_cast<std::size_t>(letter - '0')] >> (14 - dot) & 1) != 0) {
                    fill(left + dot % 3 * kDot, top + dot / 3 * kDot, kDot, kDot, 255);
                }
            }
        }
        left += kStep;
    }
}

}  // namespace tank_arena
