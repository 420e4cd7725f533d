#pragma once

/// ASCII letters and digits in names. Independent of the locale; other bytes stay as they are.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace sat3d::SAT3D_ABI::importing {

inline bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

inline std::string lowered(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return result;
}

/// Removes a number of at least `minDigits` digits, with its separator, from the end of a text: "Text_012"
/// becomes "Text". Returns other texts unchanged.
inline std::string_view withoutNumber(std::string_view text, char separator, std::size_t minDigits) {
    const std::size_t last = text.find_last_not_of("0123456789");
    const bool isNumbered = last != std::string_view::npos && last > 0 && text[last] == separator &&
                            text.size() - last > minDigits;
    return isNumbered ? text.substr(0, last) : text;
}

}  // namespace sat3d::SAT3D_ABI::importing
