#pragma once

/// @file
/// Names of the features that meet in a contact point.

#include "core/hash_chains.hpp"

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// A vertex, an edge or a face as one number. Edges are named by their ends, so that both of an edge's faces
/// know it by one name: unique for shapes of up to 2^15 vertices, and hashed beyond.
using FeatureCode = std::uint32_t;

[[nodiscard]] constexpr FeatureCode vertexCode(std::uint32_t vertex) noexcept {
    return vertex;
}
[[nodiscard]] constexpr FeatureCode edgeCode(std::uint32_t from, std::uint32_t to) noexcept {
    const std::uint32_t low = std::min(from, to), high = std::max(from, to);
    const std::uint32_t name =
        high < 1u << 15 ? low << 15 | high : static_cast<std::uint32_t>(hashOf(low, high) >> 34);
    return 1u << 30 | name;
}
[[nodiscard]] constexpr FeatureCode faceCode(std::uint32_t face) noexcept {
    return 2u << 30 | (face & 0x3fffffffu);
}

[[nodiscard]] constexpr std::uint64_t contactId(FeatureCode onA, FeatureCode onB) noexcept {
    return std::uint64_t{onA} << 32 | onB;
}

/// The same name for another set of equals: of another part, or of a patch that looks another way.
/// @param number  0 leaves it as it is
[[nodiscard]] constexpr std::uint64_t idWithin(std::uint32_t number, std::uint64_t id) noexcept {
    return id ^ (number * std::uint64_t{0x9e3779b97f4a7c15});
}

}  // namespace sat3d::inline SAT3D_ABI
