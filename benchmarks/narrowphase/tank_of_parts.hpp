#pragma once

/// @file
/// A tank of five hulls, 7 m long.

#include "support/hulls.hpp"
#include "support/surfaces.hpp"

#include <sat3d/shapes/compound.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace sat3d::benchmarks {

/// A prism along y around an ellipse.
inline CompoundChild prism(std::uint32_t corners, const glm::vec3& center, const glm::vec3& half) {
    std::vector<glm::vec3> points;
    for (std::uint32_t i = 0; i < corners; ++i) {
        const float angle = 6.2831853f * float(i) / float(corners);
        for (const float side : {-1.0f, 1.0f}) {
            points.push_back(center + half * glm::vec3(std::cos(angle), side, std::sin(angle)));
        }
    }
    return {test::hullOf(points), {}, 0, 0};
}

inline Compound tankOfParts() {
    return test::compoundOf(
        {prism(6, {0, 0, 1}, {3.5f, 1, 0.5f}), prism(8, {-0.2f, 0, 1.8f}, {1.4f, 1, 0.35f}),
         prism(8, {2.8f, 0, 1.8f}, {1.8f, 0.1f, 0.1f}), prism(8, {0, -1.4f, 0.45f}, {3.3f, 0.35f, 0.45f}),
         prism(8, {0, 1.4f, 0.45f}, {3.3f, 0.35f, 0.45f})});
}

}  // namespace sat3d::benchmarks
