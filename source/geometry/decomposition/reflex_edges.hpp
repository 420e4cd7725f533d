#pragma once

/// @file
/// Reflex edges of meshes.

#include "geometry/decomposition/chain.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A reflex (concave) edge: the interior dihedral angle exceeds 180 degrees.
struct ReflexEdge {
    std::array<std::uint32_t, 2> ends;
    std::array<std::uint32_t, 2> triangles;
    std::array<Plane, 2> planes;  ///< of the triangles
    std::array<double, 2> areas;  ///< of the triangles
    double weight;                ///< meters: length times sin^2 of half the angle between the normals
};

/// The edges of a surface.
struct SurfaceEdges {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;  ///< (lower, higher vertex), ascending
    std::vector<ReflexEdge> reflex;                            ///< in the order of `all`
};

/// Finds the edges of the surface of a chain.
/// @param snap  meters: an edge is reflex only if one triangle rises above the plane of the other by more
/// than this
[[nodiscard]] SurfaceEdges surfaceEdges(const Chain& chain, double snap);

}  // namespace sat3d::SAT3D_ABI
