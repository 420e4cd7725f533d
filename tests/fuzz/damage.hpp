#pragma once

/// @file
/// Damages files like broken disks, faulty tools and attackers, identically on every platform.

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace sat3d::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes readBytes(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline Bytes randomBytes(Random& random, std::size_t count) {
    Bytes bytes(count);
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(random.below(256));
    }
    return bytes;
}

/// Appends the number, little-endian.
inline void append(Bytes& bytes, std::uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    }
}

namespace detail {

inline std::ptrdiff_t placeIn(Random& random, const Bytes& bytes) {
    return static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(bytes.size())));
}

/// Writes a boundary value as 1, 2, 4 or 8 bytes, little-endian.
inline void overwriteNumber(Random& random, Bytes& bytes) {
    constexpr std::array<std::uint64_t, 10> kValues = {
        0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0xffffffffffffffff};
    const std::uint64_t value = kValues[random.below(kValues.size())];
    const std::size_t at = static_cast<std::size_t>(placeIn(random, bytes));
    const std::size_t width = std::size_t{1} << random.below(4);
    for (std::size_t k = 0; k < width && at + k < bytes.size(); ++k) {
        bytes[at + k] = static_cast<std::uint8_t>(value >> 8 * k);
    }
}

/// Replaces the first number in the text after a random position by another number or by other text.
inline void replaceNumber(Random& random, Bytes& bytes) {
    constexpr std::array<std::string_view, 12> kTexts = {
        "0",    "-1",     "1",   "7", "65536", "2147483648", "4294967296", "99999999999999999999",
        "1e38", "-1e-40", "nan", "\""};
    const auto isDigit = [](std::uint8_t c) { return '0' <= c && c <= '9'; };
    const auto begin = std::find_if(bytes.begin() + placeIn(random, bytes), bytes.end(), isDigit);
    const auto end = std::find_if_not(begin, bytes.end(), isDigit);
    const std::string_view text = kTexts[random.below(kTexts.size())];
    bytes.insert(bytes.erase(begin, end), text.begin(), text.end());
}

}  // namespace detail

/// Damages the bytes in one to four places: flips bits, replaces numbers, copies, duplicates or removes
/// blocks, or truncates the end.
inline void damage(Random& random, Bytes& bytes) {
    for (std::uint32_t changes = 1 + random.below(4); changes > 0 && !bytes.empty(); --changes) {
        const std::ptrdiff_t at = detail::placeIn(random, bytes);
        const auto longest = static_cast<std::uint32_t>(bytes.size()) - static_cast<std::uint32_t>(at);
        const std::ptrdiff_t length = 1 + random.below(std::min(random.chance(0.5) ? 8u : 200u, longest));
        switch (random.below(8)) {
            case 0:
                bytes[static_cast<std::size_t>(at)] ^= static_cast<std::uint8_t>(1u << random.below(8));
                break;
            case 1:
            case 2:
                detail::overwriteNumber(random, bytes);
                break;
            case 3:
            case 4:
                detail::replaceNumber(random, bytes);
                break;
            case 5:
                bytes.erase(bytes.begin() + at, bytes.begin() + at + length);
                break;
            case 6: {
                const Bytes piece(bytes.begin() + at, bytes.begin() + at + length);
                bytes.insert(bytes.begin() + detail::placeIn(random, bytes), piece.begin(), piece.end());
                break;
            }
            default:
                if (random.chance(0.2)) {
                    bytes.resize(static_cast<std::size_t>(at));
                } else {
                    const Bytes piece(bytes.begin() + at, bytes.begin() + at + length);
                    const std::ptrdiff_t to = detail::placeIn(random, bytes);
                    const std::ptrdiff_t available = static_cast<std::ptrdiff_t>(bytes.size()) - to;
                    std::copy_n(piece.begin(), std::min(length, available), bytes.begin() + to);
                }
        }
    }
}

}  // namespace sat3d::test
