#pragma once

#include <sat3d/core/config.hpp>
#include <sat3d/core/pair_indices.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Collects pairs in a small array, and appends them to a vector when it is full.
class PairBuffer {
public:
    /// Pairs that may be written at next() after reserve().
    static constexpr std::size_t kReserved = 64;

    explicit PairBuffer(std::vector<PairIndices>& pairs) : pairs_(pairs) {}
    ~PairBuffer() { flush(); }
    PairBuffer(const PairBuffer&) = delete;
    PairBuffer& operator=(const PairBuffer&) = delete;

    void reserve() {
        if (count_ > kSize - kReserved) {
            flush();
        }
    }
    /// Adds a pair, in the order of the indices.
    void add(std::uint32_t item, std::uint32_t other) {
        buffer_[count_++] = item < other ? PairIndices{item, other} : PairIndices{other, item};
    }

private:
    static constexpr std::size_t kSize = 512;

    void flush();

    std::vector<PairIndices>& pairs_;
    std::size_t count_ = 0;
    std::array<PairIndices, kSize> buffer_;
};

}  // namespace sat3d::inline SAT3D_ABI
