#pragma once

/// @file
/// Hash table without an allocation per entry.

#include "core/hash.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Hash table of the entries 0, 1, 2, ... with chaining. It stores hashes only: a chain may contain entries
/// with other hashes, so the caller must compare the values.
class HashChains {
public:
    static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

    /// @param count  expected number of entries
    explicit HashChains(std::size_t count) : newest_(std::bit_ceil(std::max<std::size_t>(count, 1)), kEnd) {
        older_.reserve(count);
    }

    /// The last added entry of the chain of a hash, or kEnd.
    [[nodiscard]] std::uint32_t first(std::uint64_t hash) const {
        return newest_[hash & (newest_.size() - 1)];
    }
    /// The previous entry of the chain, or kEnd.
    [[nodiscard]] std::uint32_t next(std::uint32_t entry) const { return older_[entry]; }

    /// Adds the entry with the next number.
    void add(std::uint64_t hash) {
        std::uint32_t& newest = newest_[hash & (newest_.size() - 1)];
        older_.push_back(newest);
        newest = static_cast<std::uint32_t>(older_.size() - 1);
    }

private:
    std::vector<std::uint32_t> newest_;  // per chain: its last added entry; the size is a power of two
    std::vector<std::uint32_t> older_;   // per entry: the previous entry of its chain
};

}  // namespace sat3d::SAT3D_ABI
