#pragma once

/// @file
/// Support function of a hull.

#include "core/arena.hpp"
#include "geometry/hull_builder/triangle_hull.hpp"

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Computes supports of a hull. A small hull is scanned; otherwise, hill climbing follows the edges.
class SupportSearch {
public:
    SupportSearch(const TriangleHull& hull, Arena& arena);

    /// Largest computed value of dot(normal, vertex) over all vertices.
    /// @param start  vertex at which hill climbing starts; a vertex near the maximum makes it fast
    [[nodiscard]] double height(const glm::dvec3& normal, std::uint32_t start);

private:
    [[nodiscard]] double scanAll(const glm::dvec3& normal) const;

    const TriangleHull& hull_;
    // Unused for small hulls:
    glm::dvec3 largest_{0.0};          ///< largest magnitude of each coordinate
    ArenaVector<std::uint32_t> seen_;  ///< per vertex: the last search that visited it
    ArenaVector<std::uint32_t> queue_;
    std::uint32_t search_ = 0;
};

}  // namespace sat3d::SAT3D_ABI
