#pragma once

/// Topology and volume of surfaces.

#include "import/mesh/welded_mesh.hpp"

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {

/// Faults of a welded surface.
struct EdgeTopology {
    std::uint32_t openEdges = 0;      ///< edges that an odd number of faces use
    glm::vec3 openEdgeMiddle{0.0f};   ///< middle of the longest open edge
    std::uint32_t clashingEdges = 0;  ///< other edges that are not used equally often in both directions
    std::uint32_t facesWithoutArea = 0;
    [[nodiscard]] bool isClosed() const { return openEdges == 0; }
    /// Whether the surface bounds a volume: it is closed, and neighboring faces agree in their winding.
    [[nodiscard]] bool isSolid() const { return isClosed() && clashingEdges == 0; }
};
EdgeTopology edgeTopology(const WeldedMesh& surface);

/// Returns the signed volume of a closed surface in cubic meters, negative for an inverted surface. Faces
/// count as triangle fans.
double signedVolume(const WeldedMesh& surface);

}  // namespace sat3d::inline SAT3D_ABI::importing
