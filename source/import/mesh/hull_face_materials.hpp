#pragma once

/// Material tags of hull faces, from the mesh of the hull.

#include "import/mesh/welded_mesh.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI::importing {

/// Returns the material tag that covers the largest area of the surface.
std::uint32_t mainTag(const WeldedMesh& surface);

/// Returns the hull with a material tag on each face. A mesh face counts for the hull face on which it lies
/// if it touches a vertex of the hull. Each hull face gets the tag with the largest area among its mesh
/// faces. A hull face without mesh faces gets mainTag().
/// @param hull  built from the vertices of the surface
ConvexHull tagged(const ConvexHull& hull, const WeldedMesh& surface);

/// Returns a convex piece of the surface with a material tag on each face: the tag of the nearest mesh face
/// in the plane of the hull face. If there is no such mesh face, the tag is mainTag().
ConvexHull taggedPiece(const ConvexHull& hull, const WeldedMesh& surface);

}  // namespace sat3d::SAT3D_ABI::importing
