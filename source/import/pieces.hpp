#pragma once

/// Meshes that are not convex, as convex pieces.

#include "import/surface.hpp"

#include <sat3d/import/import.hpp>

#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// The pieces, each face with the tag of the mesh's face that it lies on; their figures in the report, and a
/// warning where they are too few. None where the work was cancelled.
/// @param part  "" or which part of the node it is, with a blank behind
std::vector<ConvexHull> convexPieces(const Surface& surface, const std::string& part,
                                     const ImportOptions& options, NodeReport& report);

}  // namespace sat3d::inline SAT3D_ABI::importing
