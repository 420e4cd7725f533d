#pragma once

/// @file
/// Feature ids of contact points.

#include "core/hash.hpp"

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A vertex, an edge or a face as one number. An edge is coded by its two vertices, so that both of its faces
/// give the same code. The code is unique for shapes of up to 2^15 vertices and a hash for larger ones.
using FeatureCode = std::uint32_t;

[[nodiscard]] constexpr FeatureCode vertexCode(std::uint32_t vertex) noexcept {
    return vertex;
}
[[nodiscard]] constexpr FeatureCode edgeCode(std::uint32_t from, std::uint32_t to) noexcept {
    const std::uint32_t low = std::min(from, to), high = std::max(from, to);
    const std::uint32_t ends =
        high < 1u << 15 ? low << 15 | high : static_cast<std::uint32_t>(hashOf(low, high) >> 34);
    return 1u << 30 | ends;
}
[[nodiscard]] constexpr FeatureCode faceCode(std::uint32_t face) noexcept {
    return 2u << 30 | (face & 0x3fffffffu);
}

[[nodiscard]] constexpr bool isVertex(FeatureCode code) noexcept {
    return code >> 30 == 0;
}

[[nodiscard]] constexpr std::uint64_t contactId(FeatureCode onA, FeatureCode onB) noexcept {
    return std::uint64_t{onA} << 32 | onB;
}

/// Whether A comes first in the ids of contact points of two equal shapes. The normal from A to B decides
/// this. (The bits of the poses cannot: they change from frame to frame.) The constant direction is slanted,
/// so that hardly any normal of a game is perpendicular to it.
[[nodiscard]] inline bool isNamedFirst(const glm::vec3& normal) noexcept {
    return glm::dot(normal, glm::vec3(0.3819660f, 0.6457513f, 1.0f)) > 0.0f;
}

/// Makes an id unique among several manifolds of one pair, by the number of a child or of a patch's
/// direction.
/// @param number  0 leaves the id unchanged
[[nodiscard]] constexpr std::uint64_t idWithin(std::uint32_t number, std::uint64_t id) noexcept {
    return id ^ (number * kGoldenRatio64);
}

}  // namespace sat3d::SAT3D_ABI
