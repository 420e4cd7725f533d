#pragma once

/// Material tags of hull faces, from the mesh of the hull.

#include "import/mesh/welded_mesh.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {

/// Returns the material tag that covers the largest area of the surface.
std::uint32_t mainTag(const WeldedMesh& surface);

/// Returns the hull with a material tag on each face: the one that covers the largest area among the mesh
/// faces on it that touch a vertex of the hull, or mainTag().
/// @param hull  of the surface's vertices
ConvexHull tagged(const ConvexHull& hull, const WeldedMesh& surface);

/// Returns a convex piece of the surface with a material tag on each face: that of the nearest mesh face in
/// its plane, or mainTag().
ConvexHull taggedPiece(const ConvexHull& hull, const WeldedMesh& surface);

}  // namespace sat3d::inline SAT3D_ABI::importing
