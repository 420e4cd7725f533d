#pragma once

/// Numbers, strings and index lists in the encoding of baked files: little-endian, without padding.

#include "core/little_endian.hpp"

#include <sat3d/math/pose.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
    void quaternion(const glm::quat& q) { numbers(std::array{q.x, q.y, q.z, q.w}); }
    void pose(const Pose& pose) {
        vector(pose.position);
        quaternion(pose.rotation);
    }
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
    glm::quat quaternion() {
        const auto [x, y, z, w] = numbers<float, 4>();
        return {w, glm::vec3(x, y, z)};
    }
    /// @param fault  told if the quaternion has another length than 1
    glm::quat rotation(const char* fault) {
        const glm::quat q = quaternion();
        if (!(std::abs(glm::dot(q, q) - 1.0f) <= 1e-3f)) {
            fail(fault);
        }
        return q;
    }
    /// @param fault  told if the pose is invalid
    Pose pose(const char* fault) {
        const glm::vec3 p = vector();
        if (!std::isfinite(p.x + p.y + p.z)) {
            fail(fault);
        }
        return {p, rotation(fault)};
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

}  // namespace sat3d::SAT3D_ABI
