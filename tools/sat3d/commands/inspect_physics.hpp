#pragma once

// Physics data of a model other than shapes, as text and as JSON.

#include <sat3d/shapes/collision_model.hpp>

#include <nlohmann/json_fwd.hpp>

namespace sat3d::tool {

/// Prints rigid bodies, materials and filters, or nothing if there are none.
void printPhysics(const CollisionModel& model);

/// Adds the lists of rigid bodies, materials and filters.
void addPhysics(const CollisionModel& model, nlohmann::json& json);
/// Adds the indices that a body refers to, or null.
void addPhysics(const CollisionBody& body, nlohmann::json& json);
void addPhysics(const CollisionMesh& surface, nlohmann::json& json);

}  // namespace sat3d::tool
