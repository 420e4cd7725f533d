#pragma once

/// Numbers, strings and index lists in the encoding of baked files: little-endian, without padding.

#include "core/little_endian.hpp"
#include "core/no_index.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

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
    void vector(const glm::vec3& v) { numbers(std::array{v.x, v.y, v.z}); }
    void text(std::string_view text) {
        number(static_cast<std::uint32_t>(text.size()));
        const auto raw = std::as_bytes(std::span(text));
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    /// Writes the bytes per index (1, 2 or 4, as the largest index needs), then the indices.
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

/// Reads the output of BakedWriter. Keeps the first fault; after it, every read gives zero or an empty
/// result.
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
    glm::vec3 vector() {
        const auto [x, y, z] = numbers<float, 3>();
        return {x, y, z};
    }
    /// Fills the span.
    void vectors(std::span<glm::vec3> values) {
        if (const std::byte* bytes = take(values.size(), 3 * sizeof(float))) {
            for (glm::vec3& vector : values) {
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
    /// Fills the span. Returns the largest index.
    std::uint32_t indices(std::span<std::uint32_t> values) {
        const auto width = number<std::uint8_t>();
        if (width != 1 && width != 2 && width != 4) {
            fail("a list of indices has an unknown width");
            return 0;
        }
        const std::byte* const bytes = take(values.size(), width);
        return bytes == nullptr ? 0
               : width == 1     ? widen<std::uint8_t>(bytes, values)
               : width == 2     ? widen<std::uint16_t>(bytes, values)
                                : widen<std::uint32_t>(bytes, values);
    }
    /// Fills the span with indices below the limit.
    void indices(std::span<std::uint32_t> values, std::uint32_t limit) {
        if (indices(values) >= limit && !values.empty()) {
            fail("an index is out of range");
        }
    }
    /// Returns `count` indices below the limit.
    std::vector<std::uint32_t> indices(std::size_t count, std::uint32_t limit) {
        std::vector<std::uint32_t> values;
        if (count > rest_.size()) {
            fail("it ends too early");
        }
        if (!failed()) {
            values.resize(count);
            indices(values, limit);
        }
        return values;
    }
    /// Reads the number of elements that follow, each of which takes at least `minBytesEach` bytes.
    std::uint32_t count(std::size_t minBytesEach) {
        const auto count = number<std::uint32_t>();
        if (count > rest_.size() / minBytesEach) {
            fail("a count is larger than the rest of the file");
            return 0;
        }
        return count;
    }
    /// Returns a pointer to raw bytes, or nullptr.
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
    /// Converts to 32 bits. Returns the largest index.
    template <class T>
    static std::uint32_t widen(const std::byte* bytes, std::span<std::uint32_t> values) {
        std::uint32_t largest = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = std::uint32_t{fromLittleEndian<T>(bytes + k * sizeof(T))};
            largest = std::max(largest, values[k]);
        }
        return largest;
    }

    std::span<const std::byte> rest_;
    std::string fault_;
};

/// Writes or reads: one list of the members of a structure serves both directions. Writing changes no member.
class BakedArchive {
public:
    BakedArchive() = default;  ///< writes
    explicit BakedArchive(std::span<const std::byte> bytes) : reader_(bytes) {}

    [[nodiscard]] bool reads() const { return reader_.has_value(); }
    [[nodiscard]] BakedReader& reader() { return *reader_; }
    [[nodiscard]] BakedWriter& writer() { return writer_; }

    template <class T>
    void number(T& value) {
        if (reader_) {
            value = reader_->number<T>();
        } else {
            writer_.number(value);
        }
    }
    template <class... Numbers>
    void numbers(Numbers&... values) {
        (number(values), ...);
    }
    void vector(glm::vec3& v) { numbers(v.x, v.y, v.z); }
    void quaternion(glm::quat& q) { numbers(q.x, q.y, q.z, q.w); }
    /// @param fault  told if the quaternion that is read has another length than 1
    void rotation(glm::quat& q, const char* fault) {
        quaternion(q);
        if (reader_ && !(std::abs(glm::dot(q, q) - 1.0f) <= 1e-3f)) {
            fail(fault);
        }
    }
    /// @param fault  told if the pose that is read is invalid
    void pose(Pose& pose, const char* fault) {
        vector(pose.position);
        if (reader_ && !std::isfinite(pose.position.x + pose.position.y + pose.position.z)) {
            fail(fault);
        }
        rotation(pose.rotation, fault);
    }
    void text(std::string& text) {
        if (reader_) {
            text = reader_->text();
        } else {
            writer_.text(text);
        }
    }
    /// An enumerator, or a flag as 0 or 1. The enumeration counts from 0.
    template <class Enum>
    void enumeration(Enum& value, Enum last) {
        auto byte = static_cast<std::uint8_t>(value);
        number(byte);
        if (reader_ && byte > static_cast<std::uint8_t>(last)) {
            reader_->fail("an enumerator is " + std::to_string(byte) + ", above " +
                          std::to_string(static_cast<int>(last)));
            byte = static_cast<std::uint8_t>(last);
        }
        if (reader_) {
            value = static_cast<Enum>(byte);
        }
    }
    /// An index or kNoIndex.
    /// @param what  kind of element, for the message if the index is not below `count`
    void index(std::uint32_t& index, std::size_t count, const char* what) {
        number(index);
        if (reader_ && index >= count && index != kNoIndex) [[unlikely]] {
            reader_->fail(std::string("it refers to ") + what + " " + std::to_string(index) + " of " +
                          std::to_string(count));
        }
    }
    void optionalIndex(std::optional<std::uint32_t>& index, std::size_t count, const char* what) {
        std::uint32_t number = index.value_or(kNoIndex);
        this->index(number, count, what);
        if (reader_) {
            index = number == kNoIndex ? std::nullopt : std::optional(number);
        }
    }
    /// Writes a number of elements, or reads one that the rest of the bytes can hold.
    std::uint32_t count(std::size_t elements, std::size_t minBytesEach) {
        if (reader_) {
            return reader_->count(minBytesEach);
        }
        writer_.number(static_cast<std::uint32_t>(elements));
        return static_cast<std::uint32_t>(elements);
    }
    /// The number of elements, and each of them by transfer(element).
    template <class Element, class Transfer>
    void list(std::vector<Element>& elements, std::size_t minBytesEach, const Transfer& transfer) {
        elements.resize(count(elements.size(), minBytesEach));
        std::ranges::for_each(elements, transfer);
    }

    /// For an archive that reads.
    void fail(std::string_view fault) { reader_->fail(fault); }
    [[nodiscard]] bool failed() const { return reader_ && reader_->failed(); }
    [[nodiscard]] const std::string& fault() const { return reader_->fault(); }
    [[nodiscard]] std::size_t left() const { return reader_->left(); }
    [[nodiscard]] std::vector<std::byte> take() { return writer_.take(); }

private:
    std::optional<BakedReader> reader_;
    BakedWriter writer_;
};

}  // namespace sat3d::SAT3D_ABI
