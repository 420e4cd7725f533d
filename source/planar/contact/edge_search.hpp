#pragma once

/// @file
/// The edge of a core whose normal separates it most from another core.

#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/planar/pose.hpp>

#include <cstdint>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

struct SeparatingEdge {
    double separation = -std::numeric_limits<double>::infinity();  ///< of the cores, along the normal
    std::uint32_t edge = 0;                                        ///< the lowest of equals
};

/// Returns the best edge of `owner`, which has edges, against `other`, which is bounded.
[[nodiscard]] SeparatingEdge bestEdge(const PlanarProxy& owner, const PlanarProxy& other,
                                      const PlanarTransform& otherInOwner) noexcept;

/// Returns the best edge of `owner`, which has edges, against a point in its frame.
[[nodiscard]] SeparatingEdge bestEdgeOfPoint(const PlanarProxy& owner, const glm::dvec2& point) noexcept;

/// Returns the vertex farthest against a direction, the lowest of equals.
/// @param direction  in the frame of the core
[[nodiscard]] std::uint32_t lowestVertex(const PlanarProxy& core, const glm::dvec2& direction) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
