#pragma once

/// @file
/// A pair of indices.

#include <sat3d/core/config.hpp>

#include <compare>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The indices of two objects: the pairs that a broad phase finds and that a batch query answers.
struct PairIndices {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const PairIndices&, const PairIndices&) = default;
};

}  // namespace sat3d::SAT3D_ABI
