#pragma once

/// Bodies and rigid bodies that a file declares.

#include "import/bodies/mesh_node_bodies.hpp"

#include <optional>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Builds the bodies of each collider of a node, and fills in the node's line of the report.
/// @param toModel    transform from the node's frame to the model's frame
/// @param isDynamic  the node belongs to a dynamic body, which cannot be a triangle mesh
std::vector<ColliderBodies> buildDeclaredBodies(const Scene& scene, const Node& node,
                                                const glm::dmat4& toModel, bool isDynamic,
                                                double metersPerUnit, const ImportOptions& options,
                                                NodeReport& report);

/// Returns the shape type that the collider requests.
ShapeType requestedTypeOf(const DeclaredShape& shape);

/// Maps a rigid body from its node's frame to the model's frame. Returns nothing if a value is too large for
/// a float.
std::optional<RigidBody> inModel(const RigidBody& inNode, const glm::dmat4& toModel, double metersPerUnit);

}  // namespace sat3d::SAT3D_ABI::importing
