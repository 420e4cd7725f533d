#pragma once

/// @file
/// Helpers of the fuzzers' entry points.

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace sat3d::test {

/// Aborts with a message unless the condition holds.
inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

/// Takes the bytes as arbitrary floats.
inline std::vector<float> floatsOf(std::span<const std::uint8_t> bytes) {
    std::vector<float> floats(bytes.size() / sizeof(float));
    if (!floats.empty()) {
        std::memcpy(floats.data(), bytes.data(), floats.size() * sizeof(float));
    }
    return floats;
}

inline std::vector<glm::vec3> pointsOf(std::span<const float> coordinates) {
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3) {
        points.emplace_back(coordinates[i], coordinates[i + 1], coordinates[i + 2]);
    }
    return points;
}

}  // namespace sat3d::test
