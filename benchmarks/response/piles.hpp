#pragma once

/// @file
/// Scenes of many bodies for benchmarks of dynamics: blocks, heaps and pyramids on a plane or on terrain.

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/random_shapes.hpp"
#include "support/surfaces.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::benchmarks {

/// Bodies that nothing moves but gravity. Their friction is that of a pair, 0.6.
struct Pile {
    static constexpr float kMass = 1000.0f;

    struct Body {
        Pose pose;
        std::size_t hull = 0;
    };
    std::string name{};
    std::vector<ConvexHull> hulls{};  ///< the first of a scene of crates is a cube of 1 m
    bool isOfCrates = true;           ///< all bodies are that cube
    std::vector<Body> bodies{};
    test::TriangleList terrain{};  ///< y up. Empty: the ground is the plane y = 0
};

inline Pile pileOfCrates(std::string name) {
    return {.name = std::move(name), .hulls = {test::boxHull(glm::dvec3(0.5))}};
}

/// Layers of 100 bodies, apart, turned at random.
inline void letFall(Pile& pile, std::size_t count) {
    constexpr std::size_t kSide = 10;
    test::Random random(11);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 place(i % kSide, i / kSide / kSide, i / kSide % kSide);
        pile.bodies.push_back({{2.0f * place + glm::vec3(0.0f, 2.0f, 0.0f), glm::quat(random.rotation())},
                               i % pile.hulls.size()});
    }
}

/// A hundred columns of crates, at rest.
inline Pile block(std::size_t count) {
    constexpr std::size_t kSide = 10;
    Pile pile = pileOfCrates("block " + std::to_string(count));
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3 place(i % kSide, i / kSide / kSide, i / kSide % kSide);
        pile.bodies.push_back(
            {{1.05f * place * glm::vec3(1.0f, 1.0f / 1.05f, 1.0f) + glm::vec3(0.0f, 0.5f, 0.0f)}});
    }
    return pile;
}

inline Pile pyramid(std::size_t base) {
    Pile pile = pileOfCrates("pyramid " + std::to_string(base));
    for (std::size_t row = 0; row < base; ++row) {
        for (std::size_t i = 0; i + row < base; ++i) {
            const float x = static_cast<float>(i) + 0.5f * static_cast<float>(row);
            pile.bodies.push_back({{{1.02f * x, 0.5f + static_cast<float>(row), 0.0f}}});
        }
    }
    return pile;
}

inline Pile heap(std::size_t count) {
    Pile pile = pileOfCrates("heap " + std::to_string(count));
    letFall(pile, count);
    return pile;
}

/// Hulls of about 24 vertices, as large as the crates.
/// @param kinds  number of different hulls
inline Pile rocks(std::size_t count, std::size_t kinds) {
    Pile pile{.name = std::to_string(count) + (kinds == count ? " own rocks" : " rocks"),
              .isOfCrates = false};
    test::Random random(5);
    for (std::size_t i = 0; i < kinds; ++i) {
        std::vector<glm::vec3> points;
        for (int k = 0; k < 24; ++k) {
            points.push_back(glm::vec3(random.direction() * random.uniform(0.5, 0.62)));
        }
        pile.hulls.push_back(test::hullOf(points));
    }
    letFall(pile, count);
    return pile;
}

/// Puts hills of 7,200 triangles below the bodies.
inline Pile onTerrain(Pile pile) {
    constexpr int kCells = 60;
    test::Random random(3);
    std::vector<glm::vec3> points;
    for (int i = 0; i < (kCells + 1) * (kCells + 1); ++i) {
        const float x = static_cast<float>(i % (kCells + 1) - kCells / 2),
                    z = static_cast<float>(i / (kCells + 1) - kCells / 2);
        points.push_back(
            {9.0f + 1.5f * x, random.uniform(-0.3, 0.3) + 0.004f * (x * x + z * z), 9.0f + 1.5f * z});
    }
    for (int i = 0; i < kCells * kCells; ++i) {
        const auto a = static_cast<std::size_t>(i % kCells + i / kCells * (kCells + 1));
        const std::size_t below = a + kCells + 1;
        pile.terrain.addQuad(points[a], points[below], points[below + 1], points[a + 1]);
    }
    pile.name += " on terrain";
    return pile;
}

}  // namespace sat3d::benchmarks
