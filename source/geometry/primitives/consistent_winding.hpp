#pragma once

/// @file
/// One winding for all faces of a surface.

#include <sat3d/geometry/polygon_mesh.hpp>

#include <cstdint>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Faces to turn, so that neighbors agree.
struct WindingRepair {
    std::vector<bool> turns;  ///< per face; empty if no face is turned
    std::uint32_t turnedFaces = 0;
};

/// Finds the faces that are wound against their neighbors. Two faces are neighbors if they alone share an
/// edge. A connected surface on which neighbors disagree gets one winding: that of the larger area. If the
/// smaller area is more than a quarter, and the surface is closed, it faces outward, or inward if it bounds a
/// cavity of another surface. Surfaces whose neighbors agree stay as they are, also if they are inside out,
/// and so do surfaces on which no winding is consistent, such as Möbius strips.
/// @param mesh  vertex numbers are valid, equal vertices are welded
/// @note  O(n log n)
[[nodiscard]] SAT3D_API WindingRepair repairWinding(const PolygonMesh& mesh);

/// Turns the faces.
SAT3D_API void turnFaces(const WindingRepair& repair, PolygonMesh& mesh);

}  // namespace sat3d::SAT3D_ABI
