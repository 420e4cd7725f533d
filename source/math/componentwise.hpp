#pragma once

/// @file
/// Componentwise absolute value, minimum and maximum of vectors. GLM's versions are not used: they take
/// function pointers, so the library would contain weak copies of glm::min and others, which the linker may
/// replace by the program's copies.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::SAT3D_ABI {

[[nodiscard]] inline glm::dvec3 absOf(const glm::dvec3& v) {
    return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}
[[nodiscard]] inline glm::dvec3 minOf(const glm::dvec3& a, const glm::dvec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
[[nodiscard]] inline glm::dvec3 maxOf(const glm::dvec3& a, const glm::dvec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

}  // namespace sat3d::SAT3D_ABI
