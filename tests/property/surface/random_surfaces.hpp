#pragma once

/// @file
/// Surfaces with borders, ridges, notches and holes, and bodies that sink into them.

#include "support/meshes.hpp"
#include "support/random.hpp"
#include "support/random_convex.hpp"
#include "support/surfaces.hpp"

#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace sat3d::test {

using AnySurface = std::variant<TriangleMesh, HeightField>;

/// Hills with holes.
inline HeightField randomHills(Random& random, Sides sides) {
    constexpr std::uint32_t kColumns = 9;
    const double steepness = random.uniform(0.0, 1.2);
    std::vector<float> heights(std::size_t{kColumns} * kColumns);
    for (float& height : heights) {
        height = float(steepness * random.uniform(-0.5, 0.5));
    }
    std::vector<std::uint32_t> holes;
    for (std::uint32_t cell = 0; cell < (kColumns - 1) * (kColumns - 1); ++cell) {
        if (random.chance(0.1)) {
            holes.push_back(cell);
        }
    }
    return fieldOf(heights, kColumns, {0.7f, 0.6f}, {sides, holes, {}});
}

inline TriangleMesh randomGrid(Random& random, Sides sides) {
    return meshOf(trianglesOf(randomHills(random, sides)).first, sides);
}

/// A closed surface of stacked blocks: steps, notches, tunnels.
inline TriangleMesh randomBlocks(Random& random, Sides sides) {
    std::array<bool, 64> isFilled;
    for (bool& filled : isFilled) {
        filled = random.chance(0.4);
    }
    const Cells cells{{4, 4, 4}, [&](const glm::ivec3& cell) {
                          return isFilled[std::size_t(cell.x + 4 * cell.y + 16 * cell.z)];
                      }};
    const Mesh mesh = moved(cells.mesh(), random.rotation(), 0.7, {0.0, 0.0, 0.0});
    return meshOf(TriangleList{mesh.vertices, mesh.triangles}, sides);
}

/// Strips between random heights: long ridges and valleys, sharp and flat ones.
inline TriangleMesh randomRidges(Random& random, Sides sides) {
    TriangleList list;
    const std::uint32_t slopes = 2 + random.below(4), rows = 2 + random.below(5);
    const double steepness = random.chance(0.5) ? 0.6 : 0.05;
    glm::vec3 from(0.0f, 0.0f, float(random.uniform(-steepness, steepness)));
    for (std::uint32_t i = 0; i < slopes; ++i) {
        const glm::vec3 to{from.x + float(random.uniform(0.15, 1.2)), 0.0f,
                           float(random.uniform(-steepness, steepness))};
        for (std::uint32_t row = 0; row < rows; ++row) {
            const glm::vec3 low(0.0f, 4.0f * float(row) / float(rows), 0.0f),
                high(0.0f, 4.0f * float(row + 1) / float(rows), 0.0f);
            list.addQuad(from + low, to + low, to + high, from + high);
        }
        from = to;
    }
    return meshOf(list, sides);
}

/// A kind of surface.
struct SurfaceKind {
    const char* name;
    AnySurface (*make)(Random&, Sides);
};
inline constexpr SurfaceKind kSoups{
    "soups", [](Random& random, Sides sides) -> AnySurface { return randomSoup(random, 30, sides); }};
inline constexpr std::array kSurfaceKinds{
    SurfaceKind{"hills",
                [](Random& random, Sides sides) -> AnySurface { return randomHills(random, sides); }},
    SurfaceKind{"grids", [](Random& random, Sides sides) -> AnySurface { return randomGrid(random, sides); }},
    SurfaceKind{"blocks",
                [](Random& random, Sides sides) -> AnySurface { return randomBlocks(random, sides); }},
    SurfaceKind{"ridges",
                [](Random& random, Sides sides) -> AnySurface { return randomRidges(random, sides); }},
    kSoups};

/// Spheres, capsules, boxes, hulls, and drums of many corners.
inline ConvexShape randomSurfaceBody(Random& random, std::size_t type) {
    std::vector<glm::vec3> drum;
    switch (type) {
        case 2:
            return Box{{},
                       glm::vec3(0.1f) + 0.5f * glm::abs(glm::vec3(random.inBox(1.0))),
                       random.chance(0.5) ? glm::quat(1, 0, 0, 0) : glm::quat(random.rotation())};
        case 4: {
            const std::uint32_t corners = 3 + random.below(30);
            const double radius = random.uniform(0.2, 0.6), half = random.uniform(0.05, 0.5);
            for (std::uint32_t i = 0; i < corners; ++i) {
                const double angle = 6.283185307179586 * i / corners;
                for (const double z : {-half, half}) {
                    drum.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
                }
            }
            return hullOf(drum);
        }
        default:
            return randomConvex(random, type);
    }
}
inline constexpr std::size_t kSurfaceBodyTypes = 5;

}  // namespace sat3d::test
