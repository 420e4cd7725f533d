#pragma once

/// @file
/// The faces of a hull around one of its vertices.

#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Calls visit(face, next vertex of the face) for the faces of a hull around a vertex. Searches all faces of
/// a hull of more than HullAdjacency::kMaxVertices.
template <class Visit>
void forEachFaceAround(const ConvexHull& hull, std::uint32_t vertex, const Visit& visit) {
    const detail::KernelHull& kernel = hull.data().kernel;
    const detail::HullAdjacency& adjacency = kernel.adjacency;
    if (!adjacency.fans.empty()) {
        const detail::HullAdjacency::Fan fan = adjacency.fans[vertex];
        for (std::uint32_t i = fan.first; i < fan.first + fan.count; ++i) {
            visit(kernel.faceIds[adjacency.fanFaces[i]], std::uint32_t{adjacency.fanVertices[i]});
        }
        return;
    }
    for (std::uint32_t face = 0; face < hull.faces().size(); ++face) {
        const std::span<const std::uint32_t> loop = hull.faceVertices(face);
        if (const auto here = std::ranges::find(loop, vertex); here != loop.end()) {
            visit(face, here + 1 == loop.end() ? loop.front() : *(here + 1));
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
