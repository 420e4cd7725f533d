#pragma once

/// @file
/// Streams for the state of a world: into bytes and out of bytes.

#include "core/little_endian.hpp"

#include <sat3d/core/config.hpp>

#include <cstddef>
#include <cstring>
#include <span>

namespace sat3d::SAT3D_ABI {

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

}  // namespace sat3d::SAT3D_ABI
