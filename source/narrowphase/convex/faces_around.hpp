#pragma once

/// @file
/// The faces of a hull around one of its vertices.

#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Calls visit(face, next vertex of the face) for the faces of a hull around a vertex. Not for hulls of more
/// than HullAdjacency::kMaxVertices, for which the kernels of round shapes have no answer either.
template <class Visit>
void forEachFaceAround(const ConvexHull& hull, std::uint32_t vertex, const Visit& visit) {
    const KernelHull& kernel = hull.data().kernel;
    const HullAdjacency& adjacency = kernel.adjacency;
    SAT3D_ASSERT(!adjacency.fans.empty(), "the hull has no lists of the faces around vertices");
    const HullAdjacency::Fan fan = adjacency.fans[vertex];
    for (std::uint32_t i = fan.first; i < fan.first + fan.count; ++i) {
        visit(kernel.faceIds[adjacency.fanFaces[i]], std::uint32_t{adjacency.fanVertices[i]});
    }
}

}  // namespace sat3d::SAT3D_ABI
