#pragma once

/// Materials of a mesh on the faces of its hull.

#include "import/surface.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {

/// What the largest part of the surface is made of, by area.
std::uint32_t mainTag(const Surface& surface);

/// The hull with the tag of the mesh's faces on each of its own: where several lie on one, that of the
/// largest area among those at its corners; where none does, mainTag.
/// @param hull  of the surface's vertices
ConvexHull tagged(const ConvexHull& hull, const Surface& surface);

/// The same for a hull that was cut out of the mesh: each face has the tag of the mesh's face in its plane,
/// the nearest of several; where there is none, mainTag.
ConvexHull taggedPiece(const ConvexHull& hull, const Surface& surface);

}  // namespace sat3d::inline SAT3D_ABI::importing
