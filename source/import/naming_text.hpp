#pragma once

/// Letters and digits. ASCII alone counts as such: no locale, other bytes are themselves.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

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

/// `Text_012` -> `Text`, for a separator '_' and three digits or more; the text itself where it ends
/// otherwise.
inline std::string_view withoutNumber(std::string_view text, char separator, std::size_t leastDigits) {
    std::size_t end = text.size();
    while (end > 0 && isDigit(text[end - 1])) {
        --end;
    }
    const bool isNumbered = text.size() - end >= leastDigits && end > 1 && text[end - 1] == separator;
    return isNumbered ? text.substr(0, end - 1) : text;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
