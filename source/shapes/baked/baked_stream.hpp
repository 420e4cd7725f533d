#pragma once

/// Numbers, texts and lists of indices as baked files hold them: little-endian, without padding.

#include "core/little_endian.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

class BakedWriter {
public:
    template <class T>
    void number(T value) {
        const auto raw = toLittleEndian(value);
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    template <class T, std::size_t N>
    void numbers(const std::array<T, N>& values) {
        for (const T value : values) {
            number(value);
        }
    }
    void text(std::string_view text) {
        number(static_cast<std::uint32_t>(text.size()));
        const auto raw = std::as_bytes(std::span(text));
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    /// Each in as few bytes as the largest needs: 1, 2 or 4, which is said first.
    void indices(std::span<const std::uint32_t> indices) {
        const std::uint32_t largest = indices.empty() ? 0 : *std::ranges::max_element(indices);
        const auto width = static_cast<std::uint8_t>(largest <= 0xffu ? 1 : largest <= 0xffffu ? 2 : 4);
        number(width);
        for (const std::uint32_t index : indices) {
            for (unsigned shift = 0; shift < 8u * width; shift += 8) {
                bytes_.push_back(static_cast<std::byte>(index >> shift & 0xffu));
            }
        }
    }
    [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

/// Reads what BakedWriter writes. The first fault stays; after it everything reads as zero or empty.
class BakedReader {
public:
    explicit BakedReader(std::span<const std::byte> bytes) : rest_(bytes) {}

    template <class T>
    T number() {
        const std::byte* const bytes = take(1, sizeof(T));
        return bytes != nullptr ? fromLittleEndian<T>(bytes) : T{};
    }
    template <class T, std::size_t N>
    std::array<T, N> numbers() {
        std::array<T, N> values{};
        if (const std::byte* bytes = take(N, sizeof(T))) {
            for (T& value : values) {
                value = fromLittleEndian<T>(bytes);
                bytes += sizeof(T);
            }
        }
        return values;
    }
    /// As many as there is room for.
    void vectors(std::span<glm::vec3> room) {
        if (const std::byte* bytes = take(room.size(), 3 * sizeof(float))) {
            for (glm::vec3& vector : room) {
                vector = {fromLittleEndian<float>(bytes), fromLittleEndian<float>(bytes + 4),
                          fromLittleEndian<float>(bytes + 8)};
                bytes += 3 * sizeof(float);
            }
        }
    }
    std::string text() {
        const auto size = number<std::uint32_t>();
        const std::byte* const bytes = take(size, 1);
        return bytes != nullptr ? std::string(reinterpret_cast<const char*>(bytes), size) : std::string();
    }
    /// As many indices as there is room for. Returns the largest.
    std::uint32_t indices(std::span<std::uint32_t> room) {
        const auto width = number<std::uint8_t>();
        if (width != 1 && width != 2 && width != 4) {
            fail("a list of indices has no known width");
            return 0;
        }
        const std::byte* const bytes = take(room.size(), width);
        return bytes == nullptr ? 0
               : width == 1     ? widened<std::uint8_t>(bytes, room)
               : width == 2     ? widened<std::uint16_t>(bytes, room)
                                : widened<std::uint32_t>(bytes, room);
    }
    /// The same, all below the limit.
    void indices(std::span<std::uint32_t> room, std::uint32_t limit) {
        if (indices(room) >= limit && !room.empty()) {
            fail("an index names what does not exist");
        }
    }
    /// Into room of its own.
    std::vector<std::uint32_t> indices(std::size_t count, std::uint32_t limit) {
        std::vector<std::uint32_t> room;
        if (count > rest_.size()) {
            fail("it ends too early");
        }
        if (!failed()) {
            room.resize(count);
            indices(room, limit);
        }
        return room;
    }
    /// A count of things that take at least so many bytes each in what is left.
    std::uint32_t count(std::size_t leastBytesEach) {
        const auto count = number<std::uint32_t>();
        if (count > rest_.size() / leastBytesEach) {
            fail("it promises more than it has bytes");
            return 0;
        }
        return count;
    }
    /// So many raw bytes, or nullptr.
    const std::byte* take(std::size_t count, std::size_t bytesEach) {
        if (rest_.size() / bytesEach < count) {
            fail("it ends too early");
            return nullptr;
        }
        const std::byte* const bytes = rest_.data();
        rest_ = rest_.subspan(count * bytesEach);
        return failed() ? nullptr : bytes;
    }

    void fail(std::string_view fault) {
        if (fault_.empty()) {
            fault_ = fault;
        }
    }
    [[nodiscard]] bool failed() const { return !fault_.empty(); }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::size_t left() const { return rest_.size(); }

private:
    /// Returns the largest.
    template <class T>
    static std::uint32_t widened(const std::byte* bytes, std::span<std::uint32_t> room) {
        std::uint32_t largest = 0;
        for (std::size_t k = 0; k < room.size(); ++k) {
            room[k] = std::uint32_t{fromLittleEndian<T>(bytes + k * sizeof(T))};
            largest = std::max(largest, room[k]);
        }
        return largest;
    }

    std::span<const std::byte> rest_;
    std::string fault_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail
