#pragma once

/// Depth of notches, which are the air between a mesh and its hull.

#include "geometry/hull_measures/hull_view.hpp"
#include "import/mesh/welded_mesh.hpp"

#include <optional>

namespace sat3d::SAT3D_ABI::importing {

struct Notch {
    double depth;            ///< meters
    glm::vec3 place;         ///< the point of the mesh at the bottom of the notch
    bool isComplete = true;  ///< false: a search reached its cost bound, so there may be a deeper notch
};

/// Returns the deepest notch of a mesh. Returns nothing if no vertex and no middle of an edge is deeper than
/// `ignoredDepth` below all faces of the hull. The depth of a notch is the larger of two lengths. One is the
/// depth of its deepest vertex or edge middle below the nearest face. The other is the depth of the air below
/// a face: the distance along the normal from the face to the first point of the mesh. A cavity or a hole
/// through the mesh has the first length only.
/// @param hull          built from the vertices of the surface
/// @param ignoredDepth  meters
std::optional<Notch> deepestNotch(const WeldedMesh& surface, const HullView& hull, double ignoredDepth);

}  // namespace sat3d::SAT3D_ABI::importing
