#pragma once

/// @file
/// The vertices of a tessellated sphere or capsule.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI::debug {

/// Number of vertices in a ring for a wanted number.
[[nodiscard]] inline std::uint32_t ringSegments(std::uint32_t wanted) {
    return std::max((std::min(wanted, 4096u) + 3) / 4 * 4, 8u);
}

/// Numbers of vertices: first the poles at the end and at the start, then rings from the end to the start.
struct Rings {
    static constexpr std::uint32_t kEndPole = 0, kStartPole = 1;

    std::uint32_t segments = 0, count = 0;

    [[nodiscard]] std::uint32_t vertex(std::uint32_t ring, std::uint32_t k) const {
        return 2 + ring * segments + k % segments;
    }
};

/// Returns a unit vector perpendicular to a unit vector.
[[nodiscard]] inline glm::dvec3 perpendicularTo(const glm::dvec3& axis) {
    const glm::dvec3 other = std::abs(axis.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
    return glm::normalize(glm::cross(other, axis));
}

}  // namespace sat3d::SAT3D_ABI::debug
