#pragma once

/// @file
/// How deep a manifold is, and how to leave all manifolds of a body.

#include <sat3d/narrowphase/manifold.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace sat3d::test {

inline double deepestOf(const Manifold& manifold) {
    double deepest = 1e30;
    for (const ContactPoint& point : manifold.points()) {
        deepest = std::min(deepest, double(point.separation));
    }
    return deepest;
}

/// The shortest translation that separates all points of all manifolds, by Hildreth's method.
inline glm::dvec3 shortestShift(std::span<const Manifold> manifolds) {
    struct Bound {
        glm::dvec3 outward;
        double depth, pressure = 0.0;
    };
    std::vector<Bound> bounds;
    for (const Manifold& manifold : manifolds) {
        bounds.push_back({-glm::normalize(glm::dvec3(manifold.normal)), -deepestOf(manifold)});
    }
    glm::dvec3 shift(0.0);
    for (int round = 0; round < 1000; ++round) {
        for (Bound& bound : bounds) {
            const double lacking = bound.depth - glm::dot(bound.outward, shift);
            const double pressure = std::max(0.0, bound.pressure + lacking);
            shift += (pressure - bound.pressure) * bound.outward;
            bound.pressure = pressure;
        }
    }
    return shift;
}

}  // namespace sat3d::test
