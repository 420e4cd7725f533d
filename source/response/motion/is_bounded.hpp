#pragma once

/// @file
/// Which motions are too large for numbers.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace sat3d::SAT3D_ABI {

/// Whether steps can calculate with a velocity, a spin or a way: its square is a number.
[[nodiscard]] inline bool isBounded(const glm::vec3& motion) noexcept {
    return std::isfinite(glm::dot(motion, motion));
}
[[nodiscard]] inline bool isBounded(const glm::vec2& motion) noexcept {
    return std::isfinite(glm::dot(motion, motion));
}
[[nodiscard]] inline bool isBounded(float turn) noexcept {
    return std::isfinite(turn * turn);
}

}  // namespace sat3d::SAT3D_ABI
