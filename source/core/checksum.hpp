#pragma once

/// @file
/// Checksum that detects accidental damage of files. It does not protect against deliberate changes.

#include "core/hash.hpp"
#include "core/little_endian.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// 64-bit checksum of the bytes and their number, the same on every platform. Each step is invertible, so a
/// change within one aligned group of eight bytes is always detected; any other change is missed with a
/// probability of 2^-64. Four independent lanes hide the latency of the multiplication: about eight bytes per
/// nanosecond.
[[nodiscard]] inline std::uint64_t checksum(std::span<const std::byte> bytes) {
    constexpr std::size_t kLanes = 4;
    std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4};
    const auto wordAt = [&](std::size_t at) { return fromLittleEndian<std::uint64_t>(bytes.data() + at); };
    std::size_t at = 0;
    for (; at + 8 * kLanes <= bytes.size(); at += 8 * kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            lanes[lane] = mixHash(lanes[lane], wordAt(at + 8 * lane));
        }
    }
    std::uint64_t result = bytes.size();
    for (; at + 8 <= bytes.size(); at += 8) {
        result = mixHash(result, wordAt(at));
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; at + k < bytes.size(); ++k) {
        word |= static_cast<std::uint64_t>(bytes[at + k]) << 8 * k;
    }
    result = mixHash(result, word);
    for (const std::uint64_t lane : lanes) {
        result = mixHash(std::rotl(result, 23), lane);
    }
    return result;
}

}  // namespace sat3d::SAT3D_ABI
