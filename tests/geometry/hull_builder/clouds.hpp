#pragma once

/// @file
/// Seeded clouds of points of every kind that hull builders stumble over; the same on every platform.

#include "support/random.hpp"

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sat3d::test {

inline glm::dvec3 inBall(Random& random) {
    for (;;) {
        const glm::dvec3 p = random.inBox(1.0);
        if (glm::dot(p, p) <= 1.0) {
            return p;
        }
    }
}

enum class Cloud {
    Ball,
    Cube,
    Sphere,
    Lattice,        ///< integer points: coplanar and collinear by the dozen
    TurnedLattice,  ///< the same, rotated: coplanar within rounding only
    NearCoplanar,   ///< a box with thousands of points scattered on its faces and edges, off by float noise
    Duplicated,     ///< few distinct points, each many times
    Collinear,      ///< points along the edges of a random tetrahedron
    Plate,          ///< 1 : 1000
    Needle,         ///< 1 : 1000 : 1000
    Prism,          ///< two regular polygons of many corners: slender faces
    UvSphere,       ///< rings of a modelling tool, poles and quads
    kCount,
};

inline const char* name(Cloud cloud) {
    constexpr const char* kNames[] = {"ball",           "cube",          "sphere",     "lattice",
                                      "turned lattice", "near-coplanar", "duplicated", "collinear",
                                      "plate",          "needle",        "prism",      "UV sphere"};
    return kNames[static_cast<std::size_t>(cloud)];
}

/// About `count` points of size about 1 around the origin.
inline std::vector<glm::dvec3> makeCloud(Cloud cloud, std::uint32_t count, Random& random) {
    std::vector<glm::dvec3> points;
    const glm::dmat3 turn = glm::mat3_cast(random.rotation());
    const std::uint32_t side = 2 + random.below(4);
    const double kTurn = 6.283185307179586;
    const auto ring = static_cast<std::uint32_t>(3 + std::sqrt(count));
    std::vector<glm::dvec3> few;
    for (int i = 0; i < 8; ++i) {
        few.push_back(inBall(random));
    }
    while (points.size() < count) {
        const auto index = static_cast<std::uint32_t>(points.size());
        switch (cloud) {
            case Cloud::Ball:
                points.push_back(inBall(random));
                break;
            case Cloud::Cube:
                points.push_back(random.inBox(1.0));
                break;
            case Cloud::Sphere:
                points.push_back(random.direction());
                break;
            case Cloud::Lattice:
            case Cloud::TurnedLattice: {
                const glm::dvec3 p(random.below(side + 1), random.below(side + 1), random.below(side + 1));
                const glm::dvec3 centred = (p - 0.5 * side) / static_cast<double>(side);
                points.push_back(cloud == Cloud::Lattice ? p - std::floor(0.5 * side) : turn * centred);
                break;
            }
            case Cloud::NearCoplanar: {
                glm::dvec3 p = random.inBox(1.0);
                p[static_cast<int>(random.below(3))] = random.below(2) == 0 ? -1.0 : 1.0;
                if (random.below(3) == 0) {
                    p[static_cast<int>(random.below(3))] = random.below(2) == 0 ? -1.0 : 1.0;
                }
                points.push_back(turn * (p * glm::dvec3(1.0, 0.7, 0.4)));
                break;
            }
            case Cloud::Duplicated:
                points.push_back(few[random.below(8)]);
                break;
            case Cloud::Collinear: {
                const std::uint32_t a = random.below(4);
                const double t = random.unit();
                points.push_back(few[a] * t + few[(a + 1 + random.below(3)) % 4] * (1.0 - t));
                break;
            }
            case Cloud::Plate:
                points.push_back(turn * (random.inBox(1.0) * glm::dvec3(1.0, 1.0, 1e-3)));
                break;
            case Cloud::Needle:
                points.push_back(turn * (random.inBox(1.0) * glm::dvec3(1.0, 1e-3, 1e-3)));
                break;
            case Cloud::Prism: {
                const double angle =
                    kTurn * static_cast<double>(index / 2) / static_cast<double>((count + 1) / 2);
                points.push_back(turn *
                                 glm::dvec3(std::cos(angle), std::sin(angle), index % 2 == 0 ? -0.5 : 0.5));
                break;
            }
            default: {
                const double latitude =
                    0.5 * kTurn * static_cast<double>(index / ring) / static_cast<double>(ring);
                const double longitude =
                    kTurn * static_cast<double>(index % ring) / static_cast<double>(ring);
                points.push_back({std::sin(latitude) * std::cos(longitude),
                                  std::sin(latitude) * std::sin(longitude), std::cos(latitude)});
            }
        }
    }
    return points;
}

inline std::vector<glm::vec3> toFloat(const std::vector<glm::dvec3>& points, double scale = 1.0,
                                      const glm::dvec3& offset = glm::dvec3(0.0)) {
    std::vector<glm::vec3> result;
    for (const glm::dvec3& p : points) {
        result.emplace_back(p * scale + offset);
    }
    return result;
}

}  // namespace sat3d::test
