#pragma once

/// How things move, slide and meet, as glTF's physics extensions write it. All throw FigureFault where a
/// figure makes no sense.

#include <sat3d/shapes/physics_properties.hpp>

#include <nlohmann/json_fwd.hpp>

namespace sat3d::inline SAT3D_ABI::importing {

/// In the node's own frame; `node` is not set.
RigidBody khronosMotion(const nlohmann::json& motion);
RigidBody omiMotion(const nlohmann::json& motion);

/// Both families write these alike.
PhysicsMaterial gltfMaterial(const nlohmann::json& material);
CollisionFilter gltfFilter(const nlohmann::json& filter);

}  // namespace sat3d::inline SAT3D_ABI::importing
