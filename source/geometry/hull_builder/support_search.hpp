#pragma once

/// @file
/// Support function of a hull.

#include "core/arena.hpp"
#include "geometry/hull_builder/triangle_hull.hpp"

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Computes supports of a hull by hill climbing over its edges; of a small hull, by a scan of all vertices.
class SupportSearch {
public:
    SupportSearch(const TriangleHull& hull, Arena& arena);

    /// Largest dot(normal, vertex), as computed, over all vertices.
    /// @param start  vertex at which the climb starts: the closer to the maximum, the faster
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

}  // namespace sat3d::inline SAT3D_ABI
