#pragma once

/// @file
/// What errors about many numbers say: how many are wrong, and which.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Beyond this, floats and products of a few of them lose their meaning.
inline constexpr float kLargestCoordinate = 1e15f;

/// Errors name no more indices than this.
inline constexpr std::size_t kListedIndices = 1000;

/// Those for which a test holds: how many, and the first of them.
struct Offenders {
    std::size_t total = 0;
    std::vector<std::uint32_t> indices;
};

/// @param test  bool(std::size_t), asked of 0 .. count - 1
template <class Test>
[[nodiscard]] Offenders offenders(std::size_t count, const Test& test) {
    Offenders found;
    for (std::size_t i = 0; i < count; ++i) {
        if (test(i)) {
            ++found.total;
            if (found.indices.size() < kListedIndices) {
                found.indices.push_back(static_cast<std::uint32_t>(i));
            }
        }
    }
    return found;
}

}  // namespace sat3d::inline SAT3D_ABI
