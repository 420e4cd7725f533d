#pragma once

/// @file
/// Conversion of numbers from and to little-endian bytes.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace sat3d::SAT3D_ABI {

template <class T>
[[nodiscard]] T fromLittleEndian(const std::byte* bytes) {
    std::array<std::byte, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes, sizeof(T));
    if constexpr (std::endian::native == std::endian::big) {
        std::ranges::reverse(raw);
    }
    return std::bit_cast<T>(raw);
}

template <class T>
[[nodiscard]] std::array<std::byte, sizeof(T)> toLittleEndian(T value) {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::big) {
        std::ranges::reverse(raw);
    }
    return raw;
}

}  // namespace sat3d::SAT3D_ABI
