#pragma once

/// Names of any length, cut to what people read.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Bytes of the UTF-8 character that starts here, or 0 where none does.
[[nodiscard]] inline std::size_t characterLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    const std::size_t length = lead < 0x80                    ? 1
                               : lead >= 0xC2 && lead < 0xE0  ? 2
                               : lead >= 0xE0 && lead < 0xF0  ? 3
                               : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                              : 0;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    if (length < 3) {
        return length;
    }
    // Overlong spellings, surrogates, beyond U+10FFFF, and the two non-characters XML forbids.
    const bool forbidden = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                           (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F) ||
                           text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
    return forbidden ? 0 : length;
}

/// At most so many characters, the rest cut with an ellipsis.
[[nodiscard]] inline std::string shortened(std::string_view text, std::size_t characters) {
    std::size_t end = 0;
    std::size_t lastBut = 0;  // where the last character that fits begins
    for (std::size_t count = 0; end < text.size(); ++count) {
        if (count == characters) {
            return std::string(text.substr(0, lastBut)) + "\u2026";
        }
        lastBut = end;
        end += std::max<std::size_t>(characterLength(text.substr(end)), 1);
    }
    return std::string(text);
}

constexpr std::size_t kMostOfAName = 64;  ///< characters of a file's names that messages tell

/// A name as messages tell it.
[[nodiscard]] inline std::string quotedName(std::string_view name) {
    return "\"" + shortened(name, kMostOfAName) + "\"";
}

/// A node's path from the root, of names given from the node up. Long names are shortened and far ancestors
/// left out: the paths of all nodes together must not outgrow the file that they come from.
[[nodiscard]] inline std::string nodePath(const std::vector<std::string_view>& namesUpwards,
                                          std::string_view separator) {
    constexpr std::size_t kMostNames = 64;
    const std::size_t told = std::min(namesUpwards.size(), kMostNames);
    std::string path;
    if (told < namesUpwards.size()) {
        path.append("\u2026").append(separator);
    }
    for (std::size_t k = told; k-- > 0;) {
        path += shortened(namesUpwards[k], kMostOfAName);
        path += k > 0 ? separator : "";
    }
    return path;
}

}  // namespace sat3d::inline SAT3D_ABI
