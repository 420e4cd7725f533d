#pragma once

/// Bodies that a file declares outright, and what it says besides of how they move.

#include "import/body.hpp"

#include <optional>

namespace sat3d::inline SAT3D_ABI::importing {

/// The shapes of all colliders on a node, and its line in the report.
/// @param toModel  from the node's frame to the result's
/// @param isDynamic  the node moves by itself, as surfaces do not
NodeResult buildDeclaredBodies(const Scene& scene, const Node& node, const glm::dmat4& toModel,
                               bool isDynamic, double metresPerUnit, const ImportOptions& options);

/// What the collider asks for.
ShapeKind wantedKind(const DeclaredShape& shape);

/// From the node's own frame to the model's; nothing where figures leave the range of float on the way.
/// @param metres  a unit of the file
std::optional<RigidBody> inModel(const RigidBody& inNode, const glm::dmat4& toModel, double metres);

}  // namespace sat3d::inline SAT3D_ABI::importing
