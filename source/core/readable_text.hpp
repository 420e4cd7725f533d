#pragma once

/// @file
/// Names from files, shortened for messages.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Number of bytes of the UTF-8 character at the start of a text that is not empty. Returns 0 if it is
/// invalid.
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
    // Overlong encodings, surrogates, code points above U+10FFFF, and the two noncharacters that XML forbids.
    const bool forbidden = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                           (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F) ||
                           text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
    return forbidden ? 0 : length;
}

/// Shortens a text to at most `characters` characters. A shortened text ends with an ellipsis, which counts
/// as a character.
[[nodiscard]] inline std::string shortened(std::string_view text, std::size_t characters) {
    std::size_t end = 0;
    std::size_t lastStart = 0;  // start of the last character that fits
    for (std::size_t count = 0; end < text.size(); ++count) {
        if (count == characters) {
            return std::string(text.substr(0, lastStart)) + "\u2026";
        }
        lastStart = end;
        end += std::max<std::size_t>(characterLength(text.substr(end)), 1);
    }
    return std::string(text);
}

constexpr std::size_t kMaxNameCharacters = 64;  ///< longest name in a message

/// Quotes and shortens a name for a message.
[[nodiscard]] inline std::string quotedName(std::string_view name) {
    return "\"" + shortened(name, kMaxNameCharacters) + "\"";
}

/// Path of a node from the root. Long names are shortened and distant ancestors are omitted, so that the
/// paths of all nodes take no more memory than the file.
/// @param namesUpwards  names of the node, its parent, and so on
[[nodiscard]] inline std::string nodePath(const std::vector<std::string_view>& namesUpwards,
                                          std::string_view separator) {
    constexpr std::size_t kMaxNames = 64;
    const std::size_t shown = std::min(namesUpwards.size(), kMaxNames);
    std::string path;
    if (shown < namesUpwards.size()) {
        path.append("\u2026").append(separator);
    }
    for (std::size_t k = shown; k-- > 0;) {
        path += shortened(namesUpwards[k], kMaxNameCharacters);
        path += k > 0 ? separator : "";
    }
    return path;
}

}  // namespace sat3d::SAT3D_ABI
