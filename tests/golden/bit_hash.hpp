#pragma once

#include "core/hash.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <bit>
#include <cstdint>

namespace sat3d::test {

/// Hash of the bits of answers.
class BitHash {
public:
    void add(std::uint64_t word) { value_ = mixHash(value_, word); }
    void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    template <class T>
    void add(const glm::vec<3, T>& v) {
        add(v.x);
        add(v.y);
        add(v.z);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0;
};

}  // namespace sat3d::test
