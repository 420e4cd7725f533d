#pragma once

/// @file
/// Shared data of a ConvexPolygon: everything that queries need, baked once.

#include <sat3d/planar/convex_polygon.hpp>
#include <sat3d/planar/measures.hpp>

#include <glm/ext/vector_double2.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

struct detail::PolygonData {
    /// @param vertices      of a strictly convex polygon, counter-clockwise
    /// @param inputIndices  one per vertex
    PolygonData(std::vector<glm::dvec2> vertices, std::vector<std::uint32_t> inputIndices);

    std::vector<glm::dvec2> vertices;
    std::vector<std::uint32_t> inputIndices;
    /// Outward unit normals of the edges and their offsets, by component: x, y and offset, each padded to a
    /// multiple of kEdgeLanes with copies of the last edge.
    std::vector<double> edgeLanes;
    PlanarMassProperties massProperties;
    glm::dvec2 center{0.0};       ///< of a circle around the polygon
    double boundingRadius = 0.0;  ///< of that circle

    /// Makes the shape.
    [[nodiscard]] static ConvexPolygon polygonOf(detail::SharedData<const PolygonData> data) {
        return ConvexPolygon(std::move(data));
    }
};
using detail::PolygonData;

}  // namespace sat3d::SAT3D_ABI

namespace sat3d::SAT3D_ABI {

/// Kernels take the edges of a polygon in groups of this many.
inline constexpr std::uint32_t kEdgeLanes = 4;

[[nodiscard]] constexpr std::uint32_t paddedEdges(std::uint32_t edges) noexcept {
    return (edges + kEdgeLanes - 1) / kEdgeLanes * kEdgeLanes;
}

}  // namespace sat3d::SAT3D_ABI
