#pragma once

/// @file
/// Numbers and points as text, for messages.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace sat3d::SAT3D_ABI {

/// Formats a number with the given number of significant digits.
[[nodiscard]] inline std::string formatNumber(double value, int digits = 4) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

/// Formats a point as "(x, y, z)". Coordinates below 1e-6 of the largest one are written as 0: they are
/// rounding errors.
[[nodiscard]] inline std::string formatPoint(const glm::vec3& p) {
    const float noise = 1e-6f * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    const auto text = [&](float x) {
        return formatNumber(std::abs(x) <= noise ? 0.0 : static_cast<double>(x));
    };
    return "(" + text(p.x) + ", " + text(p.y) + ", " + text(p.z) + ")";
}

/// Formats a count with its noun: "1 face", "3 faces".
[[nodiscard]] inline std::string formatCount(std::size_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace sat3d::SAT3D_ABI
