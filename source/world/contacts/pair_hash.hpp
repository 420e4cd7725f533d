#pragma once

#include "core/hash.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/world/contact.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Hashes of pairs whose sum is the hash of a set of pairs.
[[nodiscard]] constexpr std::uint64_t hashOfPair(const ObjectPair& pair) noexcept {
    return hashOf(pair.a.index, pair.a.generation, pair.b.index, pair.b.generation);
}
[[nodiscard]] constexpr std::uint64_t hashOfPair(const PartPair& pair) noexcept {
    return hashOf(hashOfPair(pair.objects), pair.parts.a, pair.parts.b);
}

}  // namespace sat3d::SAT3D_ABI
