#pragma once

/// A checksum against accidents: files cut, joined, or altered in places. No protection from forgers.

#include "core/little_endian.hpp"

#include <sat3d/core/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// 64 bits of all bytes and their number, the same on every platform. Every step can be undone, so a change
/// within eight bytes that stand together at a multiple of eight is always found; any other but for one time
/// in 2^64. Four independent lanes keep the multiplier busy: about eight bytes a nanosecond.
[[nodiscard]] inline std::uint64_t checksum(std::span<const std::byte> bytes) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio
    constexpr std::size_t kLanes = 4;
    std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4};
    const auto mixed = [](std::uint64_t lane, std::uint64_t word) {
        lane = (lane ^ word) * kOdd;
        return lane ^ lane >> 32;
    };
    const auto wordAt = [&](std::size_t at) { return fromLittleEndian<std::uint64_t>(bytes.data() + at); };
    std::size_t at = 0;
    for (; at + 8 * kLanes <= bytes.size(); at += 8 * kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] = mixed(lanes[lane], wordAt(at + 8 * lane));
        }
    }
    std::uint64_t result = bytes.size();
    for (; at + 8 <= bytes.size(); at += 8) {
        result = mixed(result, wordAt(at));
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; at + k < bytes.size(); ++k) {
        word |= static_cast<std::uint64_t>(bytes[at + k]) << 8 * k;
    }
    result = mixed(result, word);
    for (const std::uint64_t lane : lanes) {
        result = mixed(std::rotl(result, 23), lane);
    }
    return result;
}

}  // namespace sat3d::inline SAT3D_ABI
