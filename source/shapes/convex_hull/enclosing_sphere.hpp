#pragma once

/// @file
/// A small sphere around points. Here rather than in a source, for the import beside the library needs it
/// too.

#include "math/componentwise.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

namespace enclosing {

struct Ball {
    glm::dvec3 center;
    double radius;
};

inline Ball ballAround(const glm::dvec3& center, std::span<const glm::vec3> vertices) {
    double largest = 0.0;
    for (const glm::vec3& vertex : vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - center;
        largest = std::max(largest, glm::dot(arm, arm));
    }
    return {center, std::sqrt(largest)};
}

/// Ritter's pass: the ball moves and grows just enough to take in each vertex that is outside.
inline Ball grown(Ball ball, std::span<const glm::vec3> vertices) {
    for (const glm::vec3& vertex : vertices) {
        const glm::dvec3 arm = glm::dvec3(vertex) - ball.center;
        const double distance = glm::length(arm);
        if (distance > ball.radius) {
            const double radius = 0.5 * (ball.radius + distance);
            ball.center += (radius - ball.radius) / distance * arm;
            ball.radius = radius;
        }
    }
    return ball;
}

}  // namespace enclosing

/// Around the middle of the bounding box, made smaller by shrinking and letting it grow again.
[[nodiscard]] inline BoundingSphere enclosingSphere(std::span<const glm::vec3> vertices) {
    constexpr int kRounds = 8;
    glm::dvec3 lower(vertices.front()), upper(lower);
    for (const glm::vec3& vertex : vertices) {
        lower = minOf(lower, glm::dvec3(vertex));
        upper = maxOf(upper, glm::dvec3(vertex));
    }
    enclosing::Ball best = enclosing::ballAround(0.5 * (lower + upper), vertices);
    enclosing::Ball ball = best;
    for (int round = 0; round < kRounds; ++round) {
        ball.radius *= 0.95;
        ball = enclosing::grown(ball, vertices);
        if (ball.radius < best.radius) {
            best = ball;
        }
    }
    const glm::vec3 center(best.center);
    const double radius = enclosing::ballAround(glm::dvec3(center), vertices).radius;
    float rounded = static_cast<float>(radius);
    if (static_cast<double>(rounded) < radius * (1.0 + 1e-15)) {
        rounded = std::nextafter(rounded, std::numeric_limits<float>::max());
    }
    return {center, rounded};
}

}  // namespace sat3d::inline SAT3D_ABI::detail
