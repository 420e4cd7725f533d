#pragma once

/// @file
/// Hashes of all that queries see of a shape: its type, its numbers, the tags of its faces. Equal shapes have
/// equal hashes on every platform.

#include "core/hash.hpp"

#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/half_space.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The term of one word in a hash that is a sum of terms. So a word of a sequence can be replaced in constant
/// time, and the words of short sequences are mixed at the same time.
[[nodiscard]] constexpr std::uint64_t hashTerm(std::uint64_t index, std::uint64_t word) noexcept {
    return mixHash(mixHash(index * kGoldenRatio64, word), 1);  // two rounds: one is nearly linear
}

/// Hash of the bits of a structure of floats.
template <class Plain>
[[nodiscard]] std::uint64_t hashOfBits(const Plain& plain) noexcept {
    const auto words = std::bit_cast<std::array<std::uint32_t, sizeof(Plain) / sizeof(std::uint32_t)>>(plain);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < words.size(); i += 2) {
        const std::uint64_t upper = i + 1 < words.size() ? words[i + 1] : 0;
        hash += hashTerm(i, upper << 32 | words[i]);
    }
    return hash;
}

[[nodiscard]] inline std::uint64_t contentHash(const Sphere& sphere) noexcept {
    return hashOfBits(sphere);
}
[[nodiscard]] inline std::uint64_t contentHash(const Capsule& capsule) noexcept {
    return hashOfBits(capsule);
}
[[nodiscard]] inline std::uint64_t contentHash(const Box& box) noexcept {
    return hashOfBits(box);
}
[[nodiscard]] inline std::uint64_t contentHash(const HalfSpace& halfSpace) noexcept {
    return hashOfBits(halfSpace);
}
/// O(faces) if they have tags.
[[nodiscard]] std::uint64_t contentHash(const ConvexHull& hull) noexcept;
/// With the type of the shape.
[[nodiscard]] std::uint64_t contentHash(const ConvexShape& shape) noexcept;
/// With the poses of the children. O(children).
[[nodiscard]] std::uint64_t contentHash(const Compound& compound) noexcept;

}  // namespace sat3d::SAT3D_ABI
