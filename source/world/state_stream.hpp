#pragma once

/// @file
/// Streams for the state of a world: into bytes, into a hash, and out of bytes.

#include "core/hash.hpp"
#include "core/little_endian.hpp"

#include <sat3d/core/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// The unsigned integer with the bits of a number.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint8_t>>;

/// Counts the bytes that StateWriter writes.
class StateSize {
public:
    template <class T>
    void add(T) {
        bytes_ += sizeof(T);
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

/// Writes numbers as little-endian bytes into memory that is large enough.
class StateWriter {
public:
    explicit StateWriter(std::span<std::byte> bytes) : place_(bytes.data()) {}

    template <class T>
    void add(T number) {
        const auto raw = toLittleEndian(number);
        std::memcpy(place_, raw.data(), raw.size());
        place_ += raw.size();
    }

private:
    std::byte* place_;
};

/// Hashes numbers.
class StateHash {
public:
    template <class T>
    void add(T number) {
        hash_ = mixHash(hash_, std::bit_cast<BitsOf<T>>(number));
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0;
};

/// Reads numbers from bytes that may be damaged. Past their end, numbers are 0 and the reader has failed.
class StateReader {
public:
    explicit StateReader(std::span<const std::byte> bytes) : rest_(bytes) {}

    template <class T>
    [[nodiscard]] T read() {
        if (rest_.size() < sizeof(T)) {
            hasFailed_ = true;
            rest_ = {};
            return T{};
        }
        const T number = fromLittleEndian<T>(rest_.data());
        rest_ = rest_.subspan(sizeof(T));
        return number;
    }
    [[nodiscard]] bool hasFailed() const { return hasFailed_; }
    [[nodiscard]] std::size_t restSize() const { return rest_.size(); }

private:
    std::span<const std::byte> rest_;
    bool hasFailed_ = false;
};

}  // namespace sat3d::inline SAT3D_ABI
