#pragma once

/// @file
/// Simplification of a hull: flattening of its faces.

#include "geometry/primitives/polygon_measures.hpp"

#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/math/exact.hpp>

#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Moves the vertices of a mesh into the planes of their faces.
class FaceFlattening {
public:
    /// @param reach  meters: vertices that would have to move farther stay
    FaceFlattening(const HullMesh& mesh, double reach) : mesh_(mesh), planesAt_(mesh.vertices.size()) {
        positions_.assign(mesh.vertices.begin(), mesh.vertices.end());
        // A plane changes a little when its vertices move into other planes. The changes decay fast.
        constexpr int kRounds = 8;
        for (int round = 0; round < kRounds; ++round) {
            fitPlanes();
            for (std::size_t i = 0; i < positions_.size(); ++i) {
                const glm::dvec3 moved = movedInto(planesAt_[i], positions_[i]);
                if (glm::distance(moved, glm::dvec3(mesh.vertices[i])) <= reach) {
                    positions_[i] = moved;
                }
            }
        }
    }

    [[nodiscard]] std::vector<glm::vec3> vertices() const { return {positions_.begin(), positions_.end()}; }

private:
    /// Fits a plane to each face of more than three vertices: a triangle is always planar.
    void fitPlanes() {
        for (std::vector<Plane>& planes : planesAt_) {
            planes.clear();
        }
        for (const HullMesh::Face& face : mesh_.faces) {
            if (face.vertexCount == 3) {
                continue;
            }
            const auto loop = std::span(mesh_.faceIndices).subspan(face.firstVertex, face.vertexCount);
            const auto at = [&](std::uint32_t vertex) { return positions_[vertex]; };
            const glm::dvec3 normal = glm::normalize(newellNormal(loop, at, accurateCross));
            double offset = 0.0;
            for (const std::uint32_t vertex : loop) {
                offset += glm::dot(normal, positions_[vertex]) / static_cast<double>(face.vertexCount);
            }
            for (const std::uint32_t vertex : loop) {
                planesAt_[vertex].push_back({normal, offset});
            }
        }
    }

    /// Moves a point into the planes, one after the other, without leaving the earlier ones. This is possible
    /// for three planes that are not nearly parallel. Other planes are ignored.
    static glm::dvec3 movedInto(std::span<const Plane> planes, glm::dvec3 p) {
        constexpr double kDependent = 0.05;  // smallest sine between a normal and the span of earlier ones
        std::array<glm::dvec3, 3> directions;
        std::size_t count = 0;
        for (const Plane& plane : planes) {
            glm::dvec3 direction = plane.normal;  // without a component along earlier normals
            for (std::size_t i = 0; i < count; ++i) {
                direction -= glm::dot(directions[i], plane.normal) * directions[i];
            }
            const double sine = glm::length(direction);
            if (count < directions.size() && sine > kDependent) {
                directions[count] = direction / sine;
                p -= plane.signedDistance(p) / sine * directions[count++];
            }
        }
        return p;
    }

    const HullMesh& mesh_;
    std::vector<glm::dvec3> positions_;         ///< per vertex
    std::vector<std::vector<Plane>> planesAt_;  ///< per vertex
};

}  // namespace sat3d::SAT3D_ABI
