#pragma once

/// @file
/// Union-find.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Disjoint sets of numbers, with path halving. The lowest number of a set represents it.
class DisjointSets {
public:
    DisjointSets() = default;
    explicit DisjointSets(std::size_t count) { reset(count); }

    /// Makes each number a set of its own. Keeps memory.
    void reset(std::size_t count) {
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    std::uint32_t setOf(std::uint32_t number) {
        while (parent_[number] != number) {
            parent_[number] = parent_[parent_[number]];
            number = parent_[number];
        }
        return number;
    }

    void join(std::uint32_t a, std::uint32_t b) {
        a = setOf(a);
        b = setOf(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace sat3d::SAT3D_ABI
