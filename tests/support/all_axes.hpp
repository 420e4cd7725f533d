#pragma once

/// @file
/// Exhaustive separating axis test: the oracle for routines that skip axes.

#include "narrowphase/convex/convex_proxy.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace sat3d::test {

[[nodiscard]] inline double separationAlong(const ConvexProxy& a, const ConvexProxy& b,
                                            const glm::dvec3& normalAToB) {
    double farthestOfA = -std::numeric_limits<double>::infinity(), nearestOfB = -farthestOfA;
    for (std::uint32_t i = 0; i < a.vertexCount(); ++i) {
        farthestOfA = std::max(farthestOfA, glm::dot(normalAToB, a.vertex(i)));
    }
    for (std::uint32_t i = 0; i < b.vertexCount(); ++i) {
        nearestOfB = std::min(nearestOfB, glm::dot(normalAToB, b.vertex(i)));
    }
    return nearestOfB - farthestOfA;
}

/// Tests all axes of a pair, as convexSat does for hulls.
[[nodiscard]] inline double deepestOfAllAxes(const ConvexProxy& a, const ConvexProxy& b) {
    double best = -std::numeric_limits<double>::infinity();
    const auto tryAxis = [&](const glm::dvec3& n) { best = std::max(best, separationAlong(a, b, n)); };
    for (std::uint32_t face = 0; face < a.faceCount(); ++face) {
        tryAxis(a.faceNormal(face));
    }
    for (std::uint32_t face = 0; face < b.faceCount(); ++face) {
        tryAxis(-b.faceNormal(face));
    }
    for (std::uint32_t i = 0; i < a.edgeDirectionCount(); ++i) {
        for (std::uint32_t j = 0; j < b.edgeDirectionCount(); ++j) {
            const glm::dvec3 across = glm::cross(a.edgeDirection(i), b.edgeDirection(j));
            if (glm::length(across) > 1e-9) {
                tryAxis(glm::normalize(across));
                tryAxis(-glm::normalize(across));
            }
        }
    }
    return best;
}

}  // namespace sat3d::test
