#include "geometry.hpp"

#include <sat3d/debug/tessellate.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tank_arena {

std::vector<Vertex> trianglesOf(const sat3d::PolygonMesh& mesh, bool hasEdges) {
    std::vector<Vertex> result;
    for (std::size_t k = 0; k < mesh.faceCount(); ++k) {
        const std::span<const std::uint32_t> face = mesh.face(k);
        for (std::size_t i = 1; i + 1 < face.size(); ++i) {
            const std::array corners{mesh.vertices[face[0]], mesh.vertices[face[i]],
                                     mesh.vertices[face[i + 1]]};
            const glm::vec3 cross = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
            // Edge j is opposite to corner j: the middle one is an edge of the face, the others may be
            // diagonals.
            const std::array isSeen{hasEdges, hasEdges && i + 2 == face.size(), hasEdges && i == 1};
            glm::vec3 hidden(0.0f);
            for (int j = 0; j < 3; ++j) {
                hidden[j] = isSeen[static_cast<std::size_t>(j)] ? 0.0f : kNoEdge;
            }
            for (int j = 0; j < 3; ++j) {
                const auto corner = [&](int offset) {
                    return corners[static_cast<std::size_t>((j + offset) % 3)];
                };
                glm::vec3 edges = hidden;
                edges[j] += glm::length(cross) / glm::distance(corner(1), corner(2));
                result.push_back({corner(0), glm::normalize(cross), edges});
            }
        }
    }
    return result;
}

std::vector<Vertex> cube() {
    return trianglesOf(sat3d::tessellate(sat3d::Box{.halfExtents = glm::vec3(0.5f)}));
}

std::vector<Vertex> cylinder() {
    constexpr std::uint32_t kSides = 16;
    sat3d::PolygonMesh mesh;
    std::vector<std::uint32_t> left, right;
    for (std::uint32_t i = 0; i < kSides; ++i) {
        const float angle = static_cast<float>(i) * (6.2831853f / kSides);
        const glm::vec3 rim(0.0f, 0.5f * std::cos(angle), 0.5f * std::sin(angle));
        mesh.vertices.push_back(rim - glm::vec3(0.5f, 0.0f, 0.0f));
        mesh.vertices.push_back(rim + glm::vec3(0.5f, 0.0f, 0.0f));
        const std::uint32_t next = (i + 1) % kSides;
        mesh.addFace(std::array{2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
        left.insert(left.begin(), 2 * i);
        right.push_back(2 * i + 1);
    }
    mesh.addFace(left);
    mesh.addFace(right);
    return trianglesOf(mesh, false);
}

}  // namespace tank_arena
