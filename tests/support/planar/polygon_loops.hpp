#pragma once

/// @file
/// Random polygons with holes, and what is inside them, without a division into convex pieces.

#include "support/planar/planar_shapes.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sat3d::test {

using Loop = std::vector<glm::dvec2>;

inline Real areaOf(const Loop& loop) {
    Real twice = 0.0L;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const RealVector p(loop[i]), q(loop[(i + 1) % loop.size()]);
        twice += p.x * q.y - p.y * q.x;
    }
    return std::abs(twice) / 2.0L;
}

inline bool isInLoop(const glm::dvec2& p, const Loop& loop) {
    bool inside = false;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const glm::dvec2 &a = loop[i], &b = loop[(i + 1) % loop.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) {
            inside = !inside;
        }
    }
    return inside;
}

/// A loop around a center, at distances between two radii.
inline Loop starLoop(Random& random, const glm::dvec2& center, double inner, double outer,
                     std::uint32_t corners, bool onLattice) {
    Loop loop;
    for (std::uint32_t i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * (i + random.uniform(0.0, 0.8)) / corners;
        const double radius = random.uniform(inner, outer);
        glm::dvec2 point = center + radius * glm::dvec2(std::cos(angle), std::sin(angle));
        if (onLattice) {
            point = {std::round(point.x), std::round(point.y)};
        }
        loop.push_back(point);
    }
    if (random.chance(0.5)) {
        std::reverse(loop.begin(), loop.end());
    }
    return loop;
}

/// Holes for a loop around the origin with radii of 9 or more.
inline std::vector<Loop> starHoles(Random& random, bool onLattice) {
    std::vector<Loop> holes;
    for (const glm::dvec2& center :
         {glm::dvec2(-4, 0), glm::dvec2(3, 3), glm::dvec2(3, -3), glm::dvec2(-1, 5)}) {
        if (random.chance(0.7)) {
            holes.push_back(starLoop(random, center, 0.5, 1.9, 3 + random.below(10), onLattice));
        }
    }
    return holes;
}

inline bool isInPolygon(const glm::dvec2& p, const Loop& outline, const std::vector<Loop>& holes) {
    return isInLoop(p, outline) &&
           std::none_of(holes.begin(), holes.end(), [&](const Loop& hole) { return isInLoop(p, hole); });
}

}  // namespace sat3d::test
