#pragma once

/// Numbers in messages.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

/// Four significant digits.
inline std::string figure(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

inline std::string place(const glm::vec3& p) {
    return "(" + figure(static_cast<double>(p.x)) + ", " + figure(static_cast<double>(p.y)) + ", " +
           figure(static_cast<double>(p.z)) + ")";
}

/// "1 face", "3 faces".
inline std::string count(std::uint32_t number, const char* one, const char* many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace sat3d::inline SAT3D_ABI::importing
