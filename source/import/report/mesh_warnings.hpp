#pragma once

/// Warnings about meshes. Each states the numbers and the remedy.

#include "import/fitting/primitive_fit.hpp"
#include "import/mesh/doubled_corners.hpp"
#include "import/mesh/mesh_checks.hpp"
#include "import/mesh/notch_depth.hpp"

#include <sat3d/shapes/convex_decomposition.hpp>

#include <optional>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

void warn(NodeReport& report, NodeReport::Warning::Code code, std::string message);

/// Warns about faces without area, holes, inconsistent winding, and faces wound against their normals in the
/// file.
/// @param asTriangleMesh  the body is the mesh itself, which may have holes and any winding
void warnOfSurface(const WeldedMesh& surface, bool asTriangleMesh, NodeReport& report);

/// Warns about a mesh so far from the origin that the resolution of floats is above a thousandth of its size,
/// and above a tenth of a millimeter. Returns whether it is.
bool warnOfDistance(const WeldedMesh& surface, NodeReport& report);

/// Warns about corners that are there twice.
void warnOfDoubledCorners(const MendedHull& hull, const std::string& part, NodeReport& report);

/// Warns about a mesh that has no hull.
/// @param part  "", or the part of the node and a blank: "part 1 of 2 "
void warnOfHullError(const HullError& error, std::size_t vertices, const std::string& part,
                     NodeReport& report);

/// Warns about a notch that the hull fills.
void warnOfNotch(const Notch& notch, const std::string& part, NodeReport& report);

/// Warns about gaps between convex parts that their common hull fills.
/// @param volume  volume of the gaps, cubic meters
void warnOfGaps(double volume, NodeReport& report);

/// Warns about convex pieces that are not within the tolerance, with the cure: more pieces, or a better mesh.
void warnOfPieces(const Decomposition& found, std::uint32_t maxPieces, const std::string& part,
                  NodeReport& report);

/// Warns about a sliver.
void warnOfSliver(double thickness, double size, const std::string& part, NodeReport& report);

/// Returns whether a primitive fits its mesh, and warns if it does not.
/// @param size  largest extent of the mesh, meters
bool checkFit(ShapeType wanted, const std::optional<Fit>& fit, double size, double tolerance,
              NodeReport& report);

}  // namespace sat3d::SAT3D_ABI::importing
