#pragma once

/// @file
/// The faces of a hull around one of its vertices.

#include "shapes/convex_hull/hull_data.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Whether forEachFaceAround() knows the faces. False for hulls of more than HullAdjacency::kMaxVertices.
[[nodiscard]] inline bool hasFacesAround(const ConvexHull& hull) noexcept {
    return !hull.data().kernel.adjacency.fans.empty();
}

/// Calls visit(face, next vertex of the face) for the faces of a hull around a vertex.
template <class Visit>
void forEachFaceAround(const ConvexHull& hull, std::uint32_t vertex, const Visit& visit) {
    const detail::KernelHull& kernel = hull.data().kernel;
    const detail::HullAdjacency& adjacency = kernel.adjacency;
    const detail::HullAdjacency::Fan fan = adjacency.fans[vertex];
    for (std::uint32_t i = fan.first; i < fan.first + fan.count; ++i) {
        visit(kernel.faceIds[adjacency.fanFaces[i]], std::uint32_t{adjacency.fanVertices[i]});
    }
}

}  // namespace sat3d::SAT3D_ABI
