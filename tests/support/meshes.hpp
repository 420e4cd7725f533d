#pragma once

/// @file
/// Meshes that are not convex, and their solid parts.

#include "support/random.hpp"

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_int3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace sat3d::test {

struct Mesh {
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> triangles;

    void append(const Mesh& other) {
        const auto shift = static_cast<std::uint32_t>(vertices.size());
        vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
        for (const std::uint32_t index : other.triangles) {
            triangles.push_back(index + shift);
        }
    }
};

/// A grid of unit cubes that starts at the origin. The mesh is the closed surface of the cubes that are
/// present.
struct Cells {
    glm::ivec3 size;
    std::function<bool(const glm::ivec3&)> isThere;

    [[nodiscard]] bool solid(const glm::ivec3& cell) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (cell[axis] < 0 || cell[axis] >= size[axis]) {
                return false;
            }
        }
        return isThere(cell);
    }

    template <class Visit>
    void forEach(Visit visit) const {
        for (int x = 0; x < size.x; ++x) {
            for (int y = 0; y < size.y; ++y) {
                for (int z = 0; z < size.z; ++z) {
                    visit(glm::ivec3(x, y, z));
                }
            }
        }
    }

    [[nodiscard]] int count() const {
        int result = 0;
        forEach([&](const glm::ivec3& cell) { result += solid(cell); });
        return result;
    }

    [[nodiscard]] Mesh mesh() const {
        Mesh mesh;
        std::map<std::tuple<int, int, int>, std::uint32_t> known;
        const auto vertex = [&](const glm::ivec3& p) {
            const auto [place, isNew] =
                known.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(mesh.vertices.size()));
            if (isNew) {
                mesh.vertices.emplace_back(p);
            }
            return place->second;
        };
        forEach([&](const glm::ivec3& cell) {
            for (int axis = 0; axis < 3 && solid(cell); ++axis) {
                for (const int side : {0, 1}) {
                    glm::ivec3 out(0), u(0), v(0);
                    out[axis] = 2 * side - 1;
                    u[(axis + 1) % 3] = 1;
                    v[(axis + 2) % 3] = 1;
                    if (solid(cell + out)) {
                        continue;
                    }
                    glm::ivec3 corner = cell;
                    corner[axis] += side;
                    std::array<std::uint32_t, 4> quad{vertex(corner), vertex(corner + u),
                                                      vertex(corner + u + v), vertex(corner + v)};
                    if (side == 0) {
                        std::swap(quad[1], quad[3]);
                    }
                    for (const std::size_t k : {0u, 1u, 2u, 0u, 2u, 3u}) {
                        mesh.triangles.push_back(quad[k]);
                    }
                }
            }
        });
        return mesh;
    }
};

/// Returns the transformed mesh.
inline Mesh moved(Mesh mesh, const glm::dquat& rotation, double scale, const glm::dvec3& offset) {
    for (glm::vec3& vertex : mesh.vertices) {
        vertex = glm::vec3(rotation * (glm::dvec3(vertex) * scale) + offset);
    }
    return mesh;
}

inline Mesh boxMesh(const glm::vec3& lower, const glm::vec3& upper) {
    Mesh mesh = Cells{{1, 1, 1}, [](const glm::ivec3&) { return true; }}.mesh();
    for (glm::vec3& vertex : mesh.vertices) {
        vertex = lower + vertex * (upper - lower);
    }
    return mesh;
}

/// Hull, turret and barrel of a tank: three boxes that intersect.
inline Mesh tankMesh() {
    Mesh mesh = boxMesh({-3.5f, 0.0f, -1.25f}, {3.5f, 1.0f, 1.25f});
    mesh.append(boxMesh({-1.5f, 0.9f, -1.0f}, {1.5f, 1.8f, 1.0f}));
    mesh.append(boxMesh({1.0f, 1.2f, -0.1f}, {4.5f, 1.4f, 0.1f}));
    return mesh;
}

/// A closed torus around the z axis.
inline Mesh torusMesh(double radius, double thickness, std::uint32_t around, std::uint32_t across) {
    constexpr double kTurn = 6.283185307179586;
    Mesh mesh;
    for (std::uint32_t i = 0; i < around; ++i) {
        for (std::uint32_t j = 0; j < across; ++j) {
            const double a = kTurn * i / around, b = kTurn * j / across;
            const double out = radius + thickness * std::cos(b);
            mesh.vertices.emplace_back(
                glm::dvec3(out * std::cos(a), out * std::sin(a), thickness * std::sin(b)));
        }
    }
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return i % around * across + j % across; };
    for (std::uint32_t i = 0; i < around; ++i) {
        for (std::uint32_t j = 0; j < across; ++j) {
            mesh.triangles.insert(mesh.triangles.end(), {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j),
                                                         at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    return mesh;
}

}  // namespace sat3d::test
