#pragma once

/// @file
/// Points on the borders of shapes of the plane, with numbers on a lattice.

#include "support/random.hpp"

#include <sat3d/planar/shape.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace sat3d::test {

/// A convex shape, a point of its border, and an outward normal there.
struct SupportedPlanar {
    PlanarShape shape;
    glm::vec2 point, normal, inside;
    bool isRound = false;
};

inline SupportedPlanar supportedConvex(Random& random) {
    const auto number = [&](int reach) {
        return static_cast<float>(static_cast<int>(random.below(2 * static_cast<std::uint32_t>(reach) + 1)) -
                                  reach);
    };
    const auto sign = [&] { return random.chance(0.5) ? 1.0f : -1.0f; };
    const glm::vec2 center = 0.25f * glm::vec2(number(6), number(6));
    if (random.chance(0.4)) {
        const glm::vec2 half = 0.25f * (glm::vec2(number(2), number(2)) + 3.0f), side{sign(), sign()};
        return {PlanarBox{center, half}, center + side * half,
                side * (glm::vec2(number(2), number(2)) + 3.0f), center};
    }
    if (random.chance(0.5)) {
        const glm::vec2 out{3.0f * sign(), 4.0f * sign()};
        const glm::vec2 end = center + 0.25f * (random.chance(0.7) ? glm::vec2(-out.y, out.x) : -out);
        const auto round = random.chance(0.5) ? PlanarShape(Circle{center, 1.25f})
                                              : PlanarShape(PlanarCapsule{center, end, 1.25f});
        return {round, center + 0.25f * out, out, center, true};
    }
    for (;;) {
        std::vector<glm::vec2> points(3 + random.below(3));
        for (glm::vec2& point : points) {
            point = {number(4), number(4)};
        }
        const auto polygon = ConvexPolygon::fromPoints(points);
        SupportedPlanar result{{}, points.front(), {number(3), number(3)}, glm::vec2(0.0f)};
        for (const glm::vec2& point : points) {
            result.inside += point / static_cast<float>(points.size());
            result.point =
                glm::dot(result.normal, point) > glm::dot(result.normal, result.point) ? point : result.point;
        }
        if (polygon && result.normal != glm::vec2(0.0f)) {
            result.shape = *polygon;
            return result;
        }
    }
}

/// A triangle, in the middle of an edge.
inline SupportedPlanar supportedAlongEdge(Random& random) {
    for (;;) {
        std::array<glm::vec2, 3> corners;
        for (glm::vec2& corner : corners) {
            const float x = static_cast<float>(random.below(9));
            corner = {x, static_cast<float>(random.below(9))};
        }
        const auto& [a, b, c] = corners;
        const glm::vec2 right{b.y - a.y, a.x - b.x};  // of the way from a to b
        if (const float side = glm::dot(right, c - a); side != 0.0f) {
            return {*ConvexPolygon::fromPoints(corners), 0.5f * (a + b), side > 0.0f ? -right : right,
                    0.25f * (a + b) + 0.5f * c};
        }
    }
}

/// A half-plane along an axis.
inline SupportedPlanar supportedHalfPlane(Random& random) {
    const float sign = random.chance(0.5) ? 1.0f : -1.0f;
    const glm::vec2 normal = random.chance(0.5) ? glm::vec2(sign, 0.0f) : glm::vec2(0.0f, sign);
    const float x = 0.25f * static_cast<float>(random.below(9));
    const glm::vec2 point{x, 0.25f * static_cast<float>(random.below(9))};
    return {HalfPlane{normal, glm::dot(normal, point)}, point, normal, point - normal};
}

}  // namespace sat3d::test
