#pragma once

/// Things that are looked for by place or value, without an allocation for each.

#include <sat3d/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Of whole numbers: every bit of the result depends on every one of theirs.
template <class... Numbers>
[[nodiscard]] constexpr std::uint64_t hashOf(Numbers... numbers) {
    std::uint64_t hash = 0;
    const auto take = [&](std::uint64_t number) {
        hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    };
    (take(static_cast<std::uint64_t>(numbers)), ...);
    return hash;
}

/// The things 0, 1, 2, ... by their hashes. A chain may hold others beside those that are looked for: the
/// caller compares.
class HashChains {
public:
    static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

    /// @param count  as many as there will be, about
    explicit HashChains(std::size_t count) : newest_(std::bit_ceil(std::max<std::size_t>(count, 1)), kEnd) {
        older_.reserve(count);
    }

    /// The newest thing that may have the hash, or kEnd.
    [[nodiscard]] std::uint32_t first(std::uint64_t hash) const {
        return newest_[hash & (newest_.size() - 1)];
    }
    /// The one before it, or kEnd.
    [[nodiscard]] std::uint32_t next(std::uint32_t thing) const { return older_[thing]; }

    /// Adds the thing of the next number.
    void add(std::uint64_t hash) {
        std::uint32_t& newest = newest_[hash & (newest_.size() - 1)];
        older_.push_back(newest);
        newest = static_cast<std::uint32_t>(older_.size() - 1);
    }

private:
    std::vector<std::uint32_t> newest_;  // a power of two of chains
    std::vector<std::uint32_t> older_;   // per thing
};

}  // namespace sat3d::inline SAT3D_ABI
