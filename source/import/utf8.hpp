#pragma once

/// Characters as bytes of UTF-8.

#include <sat3d/core/config.hpp>

#include <cstdint>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// @param code  at most 0x10ffff
inline void appendUtf8(std::string& text, std::uint32_t code) {
    const auto append = [&](std::uint32_t byte) {
        text += static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (code < 0x80) {
        append(code);
        return;
    }
    const std::uint32_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes after the first
    append((0xff00u >> (more + 1) & 0xffu) | code >> 6 * more);            // as many ones as bytes
    for (std::uint32_t k = more; k-- > 0;) {
        append(0x80u | (code >> 6 * k & 0x3fu));
    }
}

}  // namespace sat3d::inline SAT3D_ABI::importing
