#pragma once

/// @file
/// What the bytes of a fuzzer choose, and among what.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <sat3d.h>
#include <span>
#include <vector>

namespace sat3d::test {

/// Bytes of the fuzzer, read one after another. Zeros after their end.
class Choices {
public:
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
        constexpr std::array<std::uint32_t, 4> kInverses{4, 12, 40, 150};
        hostileInverse_ = kInverses[below(kInverses.size())];
    }

    [[nodiscard]] bool isEmpty() const { return at_ >= bytes_.size(); }
    std::uint32_t below(std::size_t count) { return static_cast<std::uint32_t>(next() % count); }
    /// @param inverse  from 1 to 256
    bool oneIn(std::uint32_t inverse) { return next() % inverse == inverse - 1; }
    /// Whether a number is one that no sound program passes: as often as the first byte says.
    bool isHostile() { return oneIn(hostileInverse_); }
    std::span<const std::uint8_t> rest() const { return bytes_.subspan(std::min(at_, bytes_.size())); }

private:
    std::uint8_t next() { return isEmpty() ? std::uint8_t{0} : bytes_[at_++]; }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint32_t hostileInverse_ = 1;
};

/// What functions may be called with.
struct Handles {
    std::vector<s3_world*> worlds;
    std::vector<const s3_shape*> shapes;
    std::vector<std::uint64_t> ids;  ///< of objects, joints and vehicles of all worlds, present and past
    std::vector<std::uint8_t> snapshot{std::uint8_t{0}};
#ifndef S3_PLANE
    s3_model* model = nullptr;
    s3_drawing* drawing = nullptr;
#endif
};

}  // namespace sat3d::test
