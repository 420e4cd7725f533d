#pragma once

/// @file
/// The order of pairs of objects, by their indices, and their hashes.

#include "core/hash.hpp"

#include <sat3d/world/contact.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Sorts pairs by a.index, then by b.index.
[[nodiscard]] constexpr std::uint64_t keyOf(std::uint32_t a, std::uint32_t b) noexcept {
    return std::uint64_t{a} << 32 | b;
}
[[nodiscard]] constexpr std::uint64_t keyOf(const ObjectPair& pair) noexcept {
    return keyOf(pair.a.index, pair.b.index);
}
template <class Penetration>
[[nodiscard]] constexpr std::uint64_t keyOf(const BasicContact<Penetration>& contact) noexcept {
    return keyOf(contact.objects);
}

/// Hashes of pairs whose sum is the hash of a set of pairs.
[[nodiscard]] constexpr std::uint64_t hashOfPair(const ObjectPair& pair) noexcept {
    return hashOf(pair.a.index, pair.a.generation, pair.b.index, pair.b.generation);
}
[[nodiscard]] constexpr std::uint64_t hashOfPair(const PartPair& pair) noexcept {
    return hashOf(hashOfPair(pair.objects), pair.parts.a, pair.parts.b);
}

}  // namespace sat3d::SAT3D_ABI
