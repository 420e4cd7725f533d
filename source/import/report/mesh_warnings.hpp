#pragma once

/// Warnings about meshes. Each states the numbers and the remedy.

#include "import/fitting/primitive_fit.hpp"
#include "import/mesh/mesh_checks.hpp"
#include "import/mesh/notch_depth.hpp"

#include <optional>
#include <string>

namespace sat3d::inline SAT3D_ABI::importing {

void warn(NodeReport& report, NodeReport::Warning::Code code, std::string message);

/// Warns about faces without area, holes, inconsistent winding, and faces wound against their normals in the
/// file.
/// @param asTriangleMesh  the body is the mesh itself, which may have holes and any winding
void warnOfSurface(const WeldedMesh& surface, const EdgeTopology& topology, bool asTriangleMesh,
                   NodeReport& report);

/// Warns about a mesh that has no hull.
/// @param part  "", or the part of the node and a blank: "part 1 of 2 "
void warnOfHullError(const HullError& error, std::size_t vertices, const std::string& part,
                     NodeReport& report);

/// Warns about a notch that the hull fills.
void warnOfNotch(const Notch& notch, const std::string& part, NodeReport& report);

/// Warns about gaps between convex parts that their common hull fills.
/// @param volume  volume of the gaps, cubic meters
void warnOfGaps(double volume, NodeReport& report);

/// Warns about convex pieces that are too few for the tolerance.
void warnOfTooFewPieces(std::uint32_t maxPieces, double concavity, const std::string& part,
                        NodeReport& report);

/// Warns about a sliver.
void warnOfSliver(double thickness, double size, const std::string& part, NodeReport& report);

/// Returns whether a primitive fits its mesh, and warns if it does not.
/// @param size  largest extent of the mesh, meters
bool checkFit(ShapeType wanted, const std::optional<Fit>& fit, double size, double tolerance,
              NodeReport& report);

}  // namespace sat3d::inline SAT3D_ABI::importing
