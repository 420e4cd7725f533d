#pragma once

/// Faces of a hull at the vertices of the surface that it was built from.

#include "geometry/hull_measures/hull_view.hpp"

#include <cstdint>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Returns the hull faces at each vertex of a surface: none at a vertex that is not a vertex of the hull.
/// @param hull  of the surface's vertices: its input indices refer to them
inline std::vector<std::vector<std::uint32_t>> hullFacesAtVertices(const HullView& hull,
                                                                   std::size_t vertexCount) {
    std::vector<std::vector<std::uint32_t>> faces(vertexCount);
    for (std::uint32_t face = 0; face < hull.faces.size(); ++face) {
        for (const std::uint32_t vertex : hull.verticesOfFace(face)) {
            faces[hull.inputIndices[vertex]].push_back(face);
        }
    }
    return faces;
}

}  // namespace sat3d::inline SAT3D_ABI::importing
