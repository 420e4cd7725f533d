#pragma once

/// @file
/// Meshes, terrains and compounds for tests.

#include "support/random_convex.hpp"

#include <sat3d/shapes/compound.hpp>
#include <sat3d/shapes/height_field.hpp>
#include <sat3d/shapes/triangle_mesh.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sat3d::test {

struct TriangleList {
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;

    void add(const Triangle& triangle) {
        for (const glm::vec3& corner : triangle.corners) {
            indices.push_back(static_cast<std::uint32_t>(vertices.size()));
            vertices.push_back(corner);
        }
    }
    /// Adds a quad, counter-clockwise, split from a to c into two triangles without shared vertices.
    void addQuad(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d) {
        add({{a, b, c}});
        add({{a, c, d}});
    }
};

inline TriangleMesh meshOf(const TriangleList& list, Sides sides = Sides::Both,
                           std::span<const std::uint32_t> tags = {}) {
    auto mesh = TriangleMesh::fromTriangles(list.vertices, list.indices, {sides, tags});
    if (!mesh) {
        throw std::runtime_error("no mesh: " + mesh.error().message);
    }
    return *mesh;
}

inline TriangleMesh meshOf(const Triangle& triangle, Sides sides = Sides::Both) {
    TriangleList list;
    list.add(triangle);
    return meshOf(list, sides);
}

/// A closed box around the origin with outward fronts. Face 2 * axis + (positive ? 1 : 0) has two triangles.
inline TriangleList boxTriangles(const glm::vec3& half) {
    TriangleList list;
    for (std::uint32_t i = 0; i < 8; ++i) {
        list.vertices.push_back(half *
                                glm::vec3(i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f));
    }
    constexpr std::array<std::array<std::uint32_t, 4>, 6> kFaces{
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (const auto& face : kFaces) {
        for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) {
            list.indices.push_back(face[corner]);
        }
    }
    return list;
}

inline HeightField fieldOf(std::span<const float> heights, std::uint32_t columns,
                           const glm::vec2& cell = {1, 1}, const HeightFieldOptions& options = {}) {
    auto field = HeightField::fromHeights(
        heights, columns, static_cast<std::uint32_t>(heights.size() / columns), cell, options);
    if (!field) {
        throw std::runtime_error("no field: " + field.error().message);
    }
    return *field;
}

/// The triangles of a height field without shared vertices, and the index of each in the field.
inline std::pair<TriangleList, std::vector<std::uint32_t>> trianglesOf(const HeightField& field) {
    TriangleList list;
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < field.triangleCount(); ++i) {
        if (!field.isHole(i / 2)) {
            list.add(field.triangle(i));
            numbers.push_back(i);
        }
    }
    return {list, numbers};
}

/// A two-sided surface.
inline TriangleMesh twoSided(const TriangleMesh& mesh) {
    return meshOf(
        {{mesh.vertices().begin(), mesh.vertices().end()}, {mesh.indices().begin(), mesh.indices().end()}});
}
inline TriangleMesh twoSided(const HeightField& field) {
    return meshOf(trianglesOf(field).first);
}

inline HeightField randomField(Random& random, Sides sides = Sides::Front) {
    const std::uint32_t columns = 2 + random.below(9), rows = 2 + random.below(9);
    std::vector<float> heights(std::size_t{columns} * rows);
    for (float& height : heights) {
        height = static_cast<float>(random.uniform(-0.6, 0.6));
    }
    std::vector<std::uint32_t> holes;
    for (std::uint32_t cell = 1; cell < (columns - 1) * (rows - 1); ++cell) {
        if (random.chance(0.15)) {
            holes.push_back(cell);
        }
    }
    return fieldOf(heights, columns, {0.7f, 1.1f}, {sides, holes, {}});
}

/// Random triangles within a few meters, some without area, some duplicated.
inline TriangleMesh randomSoup(Random& random, std::uint32_t count, Sides sides = Sides::Both) {
    TriangleList list;
    for (std::uint32_t i = 0; i < count; ++i) {
        const glm::vec3 first(random.inBox(3.0));
        Triangle triangle{
            {first, first + glm::vec3(random.inBox(1.5)), first + glm::vec3(random.inBox(1.5))}};
        if (i > 0 && random.chance(0.1)) {
            triangle.corners[2] = triangle.corners[random.below(2)];
        }
        list.add(triangle);
        if (random.chance(0.1)) {
            list.add(triangle);
        }
    }
    return meshOf(list, sides);
}

inline Compound compoundOf(std::vector<CompoundChild> parts) {
    auto compound = Compound::fromChildren(std::move(parts));
    if (!compound) {
        throw std::runtime_error("no compound: " + compound.error().message);
    }
    return *compound;
}

inline Compound randomCompound(Random& random, std::uint32_t count) {
    std::vector<CompoundChild> parts;
    for (std::uint32_t i = 0; i < count; ++i) {
        parts.push_back({randomConvex(random, random.below(kConvexTypes)), randomPose(random, 2.0), i, 0});
    }
    return compoundOf(std::move(parts));
}

}  // namespace sat3d::test
