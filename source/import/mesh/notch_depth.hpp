#pragma once

/// Depth of notches: of the air in the hull of a mesh.

#include "geometry/hull_measures/hull_view.hpp"
#include "import/mesh/welded_mesh.hpp"

#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {

struct Notch {
    double depth;            ///< meters
    glm::vec3 place;         ///< the point of the mesh at the bottom of the notch
    bool isComplete = true;  ///< false: a search reached its bound on the cost, there may be a deeper notch
};

/// Returns the deepest notch of a mesh, or nothing if no vertex and no middle of an edge is deeper than
/// `ignoredDepth` below all faces of the hull. The depth is the larger one of two: the depth of that point
/// below the nearest face, and the depth of the air below a face, which is the distance along the normal from
/// the face to the first point of the mesh. A cavity or a hole through the mesh has the first depth only.
/// @param hull          of the surface's vertices
/// @param ignoredDepth  meters
std::optional<Notch> deepestNotch(const WeldedMesh& surface, const HullView& hull, double ignoredDepth);

}  // namespace sat3d::inline SAT3D_ABI::importing
