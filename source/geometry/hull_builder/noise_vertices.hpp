#pragma once

/// @file
/// Detection of vertices of a hull that are noise.

#include "geometry/primitives/closest_point.hpp"

#include <sat3d/geometry/hull_builder.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Finds vertices that exist because of noise only: one end of a side that is too short, and vertices at
/// which the loop of a face bends inward. Such a vertex lies close to another vertex, or to a segment between
/// two others.
class NoiseVertices {
public:
    NoiseVertices(const HullMesh& mesh, double shortestSide)
        : mesh_(mesh), isLeftOut_(mesh.vertices.size(), 0), isNeeded_(mesh.vertices.size(), 0) {
        for (const HullMesh::Edge& edge : mesh.edges) {
            const auto [low, high] = std::minmax(edge.vertices[0], edge.vertices[1]);
            const glm::dvec3 side = position(high) - position(low);
            if (glm::dot(side, side) < shortestSide * shortestSide) {
                leaveOut(high, low, low);
            }
        }
        for (const HullMesh::Face& face : mesh.faces) {
            const auto vertex = [&](std::uint32_t i) {
                return mesh.faceIndices[face.firstVertex + i % face.vertexCount];
            };
            for (std::uint32_t i = 0; face.vertexCount > 3 && i < face.vertexCount; ++i) {
                const std::uint32_t a = vertex(i), b = vertex(i + 1), c = vertex(i + 2);
                const glm::dvec3 turn = glm::cross(position(b) - position(a), position(c) - position(b));
                if (!(glm::dot(face.plane.normal, turn) > 0.0)) {
                    leaveOut(b, a, c);
                }
            }
        }
    }

    [[nodiscard]] bool any() const { return count_ > 0; }
    [[nodiscard]] std::span<const std::uint8_t> isLeftOut() const { return isLeftOut_; }
    /// Upper bound of the distance of left-out vertices from the hull of the others, in meters.
    [[nodiscard]] double distance() const { return distance_; }

private:
    [[nodiscard]] glm::dvec3 position(std::uint32_t vertex) const {
        return glm::dvec3(mesh_.vertices[vertex]);
    }

    /// Leaves out a vertex near the segment between two others. Marks these two as needed.
    void leaveOut(std::uint32_t vertex, std::uint32_t from, std::uint32_t to) {
        if (isLeftOut_[vertex] != 0 || isNeeded_[vertex] != 0 || isLeftOut_[from] != 0 ||
            isLeftOut_[to] != 0) {
            return;  // the next round tests the vertex again
        }
        isLeftOut_[vertex] = 1;
        isNeeded_[from] = isNeeded_[to] = 1;
        ++count_;
        distance_ = std::max(distance_, distanceToSegment(position(from), position(to), position(vertex)));
    }

    const HullMesh& mesh_;
    std::vector<std::uint8_t> isLeftOut_, isNeeded_;  ///< per vertex
    std::size_t count_ = 0;
    double distance_ = 0.0;
};

}  // namespace sat3d::SAT3D_ABI
