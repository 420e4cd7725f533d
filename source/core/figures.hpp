#pragma once

/// @file
/// Numbers in messages.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace sat3d::inline SAT3D_ABI {

/// Four significant digits.
[[nodiscard]] inline std::string figure(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

/// Coordinates that are the rounding of a zero beside the others are written as one.
[[nodiscard]] inline std::string place(const glm::vec3& p) {
    const float noise = 1e-6f * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    const auto text = [&](float x) { return figure(std::abs(x) <= noise ? 0.0 : static_cast<double>(x)); };
    return "(" + text(p.x) + ", " + text(p.y) + ", " + text(p.z) + ")";
}

/// "1 face", "3 faces".
[[nodiscard]] inline std::string count(std::size_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace sat3d::inline SAT3D_ABI
