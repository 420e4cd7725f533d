#pragma once

/// @file
/// Floors of many triangles, and shapes that slide over them.

#include "support/surfaces.hpp"

#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::test {

/// A floor at z = 0 of irregular cells, split along random diagonals, in random order, without shared
/// vertices.
inline TriangleMesh crookedFloor(std::uint32_t cells, float size, Sides sides) {
    Random random(901);
    std::vector<glm::vec3> grid;
    for (std::uint32_t i = 0; i < (cells + 1) * (cells + 1); ++i) {
        const glm::vec3 aside(random.inBox(0.3));
        grid.push_back(size *
                       glm::vec3(float(i % (cells + 1)) + aside.x, float(i / (cells + 1)) + aside.y, 0));
    }
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < cells * cells; ++i) {
        const std::uint32_t corner = i % cells + i / cells * (cells + 1);
        const glm::vec3 &a = grid[corner], &b = grid[corner + 1], &c = grid[corner + cells + 2],
                        &d = grid[corner + cells + 1];
        const bool rising = random.chance(0.5);
        triangles.push_back(rising ? Triangle{{a, b, c}} : Triangle{{b, d, a}});
        triangles.push_back(rising ? Triangle{{d, a, c}} : Triangle{{b, c, d}});
    }
    TriangleList list;
    while (!triangles.empty()) {
        std::swap(triangles[random.below(std::uint32_t(triangles.size()))], triangles.back());
        list.add(triangles.back());
        triangles.pop_back();
    }
    return meshOf(list, sides);
}

/// A flat field at z = 0.
inline HeightField levelField() {
    return fieldOf(std::vector<float>(41 * 41, 0.0f), 41, {0.5f, 0.5f});
}

/// A table: a board on two feet, and a ball whose lowest point is level with theirs, 0.1 below the origin.
inline Compound table() {
    return compoundOf({{Box{.halfExtents = {0.8f, 0.5f, 0.05f}}, {{0, 0, 0.35f}}},
                       {Box{.halfExtents = {0.1f, 0.5f, 0.2f}}, {{0.6f, 0, 0.1f}}},
                       {boxHull({0.1, 0.4, 0.2}), {{-0.6f, 0, 0.1f}}},
                       {Sphere{.radius = 0.2f}, {{0, 0, 0.1f}}}});
}

/// A rotation that keeps no coordinate axis.
inline const glm::quat kAslant = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, -2, 0.5f)));

}  // namespace sat3d::test
