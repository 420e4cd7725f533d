#pragma once

/// Topology and volume of surfaces.

#include "import/mesh/welded_mesh.hpp"

namespace sat3d::SAT3D_ABI::importing {

/// Finds the faults of a welded surface.
EdgeTopology edgeTopology(const WeldedMesh& surface);

/// Turns the faces that are wound against their neighbors: see repairWinding(). Counts them, and updates the
/// topology.
void mendWinding(WeldedMesh& surface);

/// Returns the signed volume of a closed surface in cubic meters, negative for an inverted surface. Faces
/// count as triangle fans.
double signedVolume(const WeldedMesh& surface);

}  // namespace sat3d::SAT3D_ABI::importing
