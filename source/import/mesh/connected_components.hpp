#pragma once

/// Connected components of a surface.

#include "import/mesh/welded_mesh.hpp"

#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Splits a welded surface into the sets of faces that are connected through vertices, in the order of their
/// first vertices. Vertices and faces keep their order. Linear time, no recursion.
std::vector<WeldedMesh> connectedComponents(const WeldedMesh& surface);

}  // namespace sat3d::SAT3D_ABI::importing
