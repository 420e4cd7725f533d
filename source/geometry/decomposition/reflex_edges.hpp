#pragma once

/// @file
/// Where a surface bends inward.

#include "geometry/decomposition/chain.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// An edge between two triangles of a surface with more than half a turn of solid around it.
struct ReflexEdge {
    std::array<std::uint32_t, 2> ends;
    std::array<std::uint32_t, 2> triangles;
    std::array<Plane, 2> planes;  ///< of the triangles
    std::array<double, 2> areas;  ///< of the triangles
    double weight;                ///< metres: its length, times sin^2 of half the angle the surface bends by
};

struct SurfaceEdges {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;  ///< from low to high, ascending
    std::vector<ReflexEdge> reflex;                            ///< in the same order
};

/// @param snap  metres: surfaces that bend by less are flat
[[nodiscard]] SurfaceEdges surfaceEdges(const Chain& chain, double snap);

}  // namespace sat3d::inline SAT3D_ABI
