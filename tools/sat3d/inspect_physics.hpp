#pragma once

// What a model says of physics beside shapes, for people and for programs.

#include <sat3d/shapes/collision_model.hpp>

#include <nlohmann/json_fwd.hpp>

namespace sat3d::tool {

/// Nothing where the model says nothing.
void printPhysics(const CollisionModel& model);

/// Adds the model's lists.
void addPhysics(const CollisionModel& model, nlohmann::json& json);
/// Adds what one body refers to, null where it refers to nothing.
void addPhysics(const CollisionBody& body, nlohmann::json& json);
void addPhysics(const CollisionSurface& surface, nlohmann::json& json);

}  // namespace sat3d::tool
