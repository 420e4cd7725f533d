#pragma once

/// @file
/// Hashes of integers and floats. Not cryptographic.

#include <sat3d/core/config.hpp>

#include <bit>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// 2^64 divided by the golden ratio: the multiplier of Fibonacci hashing (Knuth, "The Art of Computer
/// Programming", volume 3, 6.4).
inline constexpr std::uint64_t kGoldenRatio64 = 0x9e3779b97f4a7c15u;

/// Adds a word to a hash. For a given word, the step is invertible. The shift carries the high bits, which
/// the multiplication mixes best, into the low ones.
[[nodiscard]] constexpr std::uint64_t mixHash(std::uint64_t hash, std::uint64_t word) noexcept {
    hash = (hash ^ word) * kGoldenRatio64;
    return hash ^ hash >> 32;
}

/// Hash of a sequence of integers.
template <class... Numbers>
[[nodiscard]] constexpr std::uint64_t hashOf(Numbers... numbers) noexcept {
    std::uint64_t hash = 0;
    ((hash = mixHash(hash, static_cast<std::uint64_t>(numbers))), ...);
    return hash;
}

/// FNV-1a, one word at a time, of data that is stored with its hash.
class Fnv1a {
public:
    constexpr void add(std::uint32_t word) noexcept { value_ = (value_ ^ word) * 0x100000001b3u; }
    constexpr void add(float value) noexcept {
        add(std::bit_cast<std::uint32_t>(value + 0.0f));  // so that -0 equals 0
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace sat3d::SAT3D_ABI
