#pragma once

#include <sat3d/core/pair_indices.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Collects pairs in a small array, and appends them to a vector when it is full.
class PairBuffer {
public:
    /// Numbers that may be written at next() after reserve(): of 64 pairs, and of a vector beyond them.
    static constexpr std::size_t kReserved = std::size_t{2} * (64 + 8);

    explicit PairBuffer(std::vector<PairIndices>& pairs) : pairs_(pairs) {}
    ~PairBuffer() { flush(); }
    PairBuffer(const PairBuffer&) = delete;
    PairBuffer& operator=(const PairBuffer&) = delete;

    void reserve() {
        if (count_ > kSize - kReserved) {
            flush();
        }
    }
    /// Where the two numbers of the next pair are written.
    [[nodiscard]] std::uint32_t* next() { return numbers_.data() + count_; }
    /// @param end  behind the last number that was written
    void setEnd(const std::uint32_t* end) { count_ = static_cast<std::size_t>(end - numbers_.data()); }

private:
    static constexpr std::size_t kSize = 2048;

    void flush() {
        static_assert(std::is_trivially_copyable_v<PairIndices> &&
                      sizeof(PairIndices) == 2 * sizeof(std::uint32_t));
        if (count_ == 0) {
            return;  // the vector may have no memory to copy to
        }
        const std::size_t first = pairs_.size();
        pairs_.resize(first + count_ / 2);
        std::memcpy(static_cast<void*>(pairs_.data() + first), numbers_.data(),
                    count_ * sizeof(std::uint32_t));
        count_ = 0;
    }

    std::vector<PairIndices>& pairs_;
    std::size_t count_ = 0;
    std::array<std::uint32_t, kSize> numbers_;
};

}  // namespace sat3d::SAT3D_ABI
