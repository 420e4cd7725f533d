#pragma once

/// @file
/// Seeded clouds of points. Their hulls are typical shapes of games and degenerate shapes.

#include "support/random.hpp"

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sat3d::test {

enum class ShapeType : std::uint8_t {
    Box,
    Tetrahedron,
    Wedge,
    Prism,        ///< 3 to 8 sides
    Tank,         ///< a hull with chamfered front, rear and sides, 16 vertices
    Ellipsoid16,  ///< 8 to 16 random points
    Ellipsoid32,
    Ellipsoid64,
    NearCoplanar,  ///< a box with points at a few millionths from its faces
    Needle,        ///< 1 : 1 : 1000
    Plate,         ///< 1 : 1000 : 1000
};
inline constexpr std::array kAllShapeKinds{
    ShapeType::Box,          ShapeType::Tetrahedron, ShapeType::Wedge,       ShapeType::Prism,
    ShapeType::Tank,         ShapeType::Ellipsoid16, ShapeType::Ellipsoid32, ShapeType::Ellipsoid64,
    ShapeType::NearCoplanar, ShapeType::Needle,      ShapeType::Plate};

inline std::string_view nameOf(ShapeType kind) {
    constexpr std::array<std::string_view, kAllShapeKinds.size()> kNames{
        "box",         "tetrahedron", "wedge",         "prism",  "tank", "ellipsoid16",
        "ellipsoid32", "ellipsoid64", "near-coplanar", "needle", "plate"};
    return kNames[static_cast<std::size_t>(kind)];
}

using Cloud = std::vector<glm::vec3>;

inline Cloud boxCloud(const glm::dvec3& halfExtents) {
    Cloud cloud;
    for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0}) {
            for (const double z : {-1.0, 1.0}) {
                cloud.emplace_back(glm::dvec3(x, y, z) * halfExtents);
            }
        }
    }
    return cloud;
}

inline glm::dvec3 randomExtents(Random& random) {
    const double x = random.uniform(0.3, 1.5);
    const double y = random.uniform(0.3, 1.5);
    const double z = random.uniform(0.3, 1.5);
    return {x, y, z};
}

inline Cloud tetrahedronCloud(Random& random) {
    for (;;) {
        const glm::dvec3 a = random.inBox(1.0), b = random.inBox(1.0), c = random.inBox(1.0),
                         d = random.inBox(1.0);
        if (std::abs(glm::dot(glm::cross(b - a, c - a), d - a)) > 0.3) {
            return {glm::vec3(a), glm::vec3(b), glm::vec3(c), glm::vec3(d)};
        }
    }
}

/// A ramp: a box whose top face is reduced to an edge.
inline Cloud wedgeCloud(Random& random) {
    const glm::dvec3 h = randomExtents(random);
    return {glm::vec3(-h.x, -h.y, -h.z), glm::vec3(h.x, -h.y, -h.z), glm::vec3(-h.x, h.y, -h.z),
            glm::vec3(h.x, h.y, -h.z),   glm::vec3(-h.x, h.y, h.z),  glm::vec3(h.x, h.y, h.z)};
}

/// A prism along z. Its base has its vertices on an ellipse.
inline Cloud prismCloud(const glm::dvec3& halfExtents, std::uint32_t sides) {
    Cloud cloud;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = 6.283185307179586 * i / sides;
        for (const double z : {-halfExtents.z, halfExtents.z}) {
            cloud.emplace_back(
                glm::dvec3(halfExtents.x * std::cos(angle), halfExtents.y * std::sin(angle), z));
        }
    }
    return cloud;
}

inline Cloud prismCloud(Random& random) {
    const std::uint32_t sides = 3 + random.below(6);
    return prismCloud(randomExtents(random), sides);
}

/// @param leastHalf  the smallest half length
inline Cloud cylinderCloud(Random& random, std::uint32_t sides, double leastHalf = 0.1) {
    const double radius = random.uniform(0.3, 1.2), half = random.uniform(leastHalf, 1.2);
    return prismCloud({radius, radius, half}, sides);
}

inline Cloud tankCloud(Random& random) {
    const double length = random.uniform(0.9, 1.4), width = random.uniform(0.4, 0.7);
    const double belly = -random.uniform(0.25, 0.4), deck = random.uniform(0.2, 0.35);
    const double chamfer = random.uniform(0.05, 0.2);
    Cloud cloud;
    for (const double side : {-1.0, 1.0}) {
        for (const double end : {-1.0, 1.0}) {
            cloud.emplace_back(glm::dvec3(end * (length - chamfer), side * (width - chamfer), belly));
            cloud.emplace_back(glm::dvec3(end * length, side * (width - chamfer), belly + chamfer));
            cloud.emplace_back(glm::dvec3(end * (length - chamfer), side * width, belly + chamfer));
            cloud.emplace_back(glm::dvec3(end * (length - 2.5 * chamfer), side * (width - chamfer), deck));
        }
    }
    return cloud;
}

inline Cloud ellipsoidCloud(Random& random, std::uint32_t count) {
    const glm::dvec3 h = randomExtents(random);
    Cloud cloud;
    for (std::uint32_t i = 0; i < count; ++i) {
        cloud.emplace_back(h * random.direction());
    }
    return cloud;
}

inline Cloud nearCoplanarCloud(Random& random) {
    const glm::dvec3 h = randomExtents(random);
    Cloud cloud = boxCloud(h);
    for (int i = 0; i < 12; ++i) {
        glm::dvec3 point = random.inBox(1.0);
        const int face = static_cast<int>(random.below(3));
        point[face] = (point[face] < 0.0 ? -1.0 : 1.0) * (1.0 + random.uniform(-1e-6, 4e-6));
        cloud.emplace_back(point * h);
    }
    return cloud;
}

inline Cloud randomCloud(Random& random, ShapeType kind) {
    switch (kind) {
        case ShapeType::Box:
            return boxCloud(randomExtents(random));
        case ShapeType::Tetrahedron:
            return tetrahedronCloud(random);
        case ShapeType::Wedge:
            return wedgeCloud(random);
        case ShapeType::Prism:
            return prismCloud(random);
        case ShapeType::Tank:
            return tankCloud(random);
        case ShapeType::Ellipsoid16:
            return ellipsoidCloud(random, 8 + random.below(9));
        case ShapeType::Ellipsoid32:
            return ellipsoidCloud(random, 32);
        case ShapeType::Ellipsoid64:
            return ellipsoidCloud(random, 64);
        case ShapeType::NearCoplanar:
            return nearCoplanarCloud(random);
        case ShapeType::Needle:
            return boxCloud(glm::dvec3(0.001, 0.001, 1.0) * randomExtents(random));
        case ShapeType::Plate:
            break;
    }
    return boxCloud(glm::dvec3(0.001, 1.0, 1.0) * randomExtents(random));
}

}  // namespace sat3d::test
