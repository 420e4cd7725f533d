#pragma once

#include <sat3d/sat3d.hpp>

#include <vector>

namespace tank_arena {

/// A corner of a triangle. Triangles share no corners, so flat faces are lit as flat.
struct Vertex {
    glm::vec3 position{0.0f}, normal{0.0f};
    /// Distances to the three edges of the triangle, meters. kNoEdge is added for edges that are not to be
    /// seen: diagonals, and edges of round surfaces.
    glm::vec3 edges{0.0f};
};
inline constexpr float kNoEdge = 100.0f;

/// Triangles of a mesh of convex faces.
[[nodiscard]] std::vector<Vertex> trianglesOf(const sat3d::PolygonMesh& mesh, bool hasEdges = true);
/// A cube of 1 m around the origin.
[[nodiscard]] std::vector<Vertex> cube();
/// A cylinder of diameter and length 1 m along x.
[[nodiscard]] std::vector<Vertex> cylinder();

/// A surface over a square grid of the x-z plane around the origin, lit as smooth.
/// @param heightAt  of a point (x, z)
template <class HeightAt>
[[nodiscard]] std::vector<Vertex> groundGrid(float halfSize, float cell, HeightAt&& heightAt) {
    std::vector<Vertex> result;
    const int count = static_cast<int>(2.0f * halfSize / cell + 0.5f);
    const auto at = [&](int column, int row) {
        const float x = static_cast<float>(column) * cell - halfSize;
        const float z = halfSize - static_cast<float>(row) * cell;
        const float slopeX = heightAt(x + cell, z) - heightAt(x - cell, z);
        const float slopeZ = heightAt(x, z + cell) - heightAt(x, z - cell);
        return Vertex{{x, heightAt(x, z), z}, {-slopeX, 2.0f * cell, -slopeZ}, glm::vec3(kNoEdge)};
    };
    for (int row = 0; row < count; ++row) {
        for (int column = 0; column < count; ++column) {  // the same diagonals as in a HeightField
            const Vertex a = at(column, row), b = at(column + 1, row), c = at(column + 1, row + 1),
                         d = at(column, row + 1);
            result.insert(result.end(), {a, b, c, a, c, d});
        }
    }
    return result;
}

}  // namespace tank_arena
