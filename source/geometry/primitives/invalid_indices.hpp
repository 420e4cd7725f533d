#pragma once

/// @file
/// Invalid elements of input arrays, for error messages.

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Largest magnitude of input coordinates: products of a few of them must not overflow.
inline constexpr float kLargestCoordinate = 1e15f;

/// Largest number of indices that an error lists.
inline constexpr std::size_t kListedIndices = 1000;

/// Elements for which a test is true.
struct InvalidIndices {
    std::size_t total = 0;
    std::vector<std::uint32_t> indices;  ///< the first kListedIndices elements
};

/// Finds the indices below `count` for which bool test(std::size_t) returns true.
template <class Test>
[[nodiscard]] InvalidIndices findInvalidIndices(std::size_t count, const Test& test) {
    InvalidIndices found;
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

}  // namespace sat3d::SAT3D_ABI
