#pragma once

/// Motion, materials and collision filters of glTF's physics extensions. All functions throw JsonValueError
/// for invalid values.

#include <sat3d/shapes/physics_properties.hpp>

#include <nlohmann/json_fwd.hpp>

namespace sat3d::SAT3D_ABI::importing {

/// Returns a rigid body in the node's frame; `node` is not set.
RigidBody khronosMotion(const nlohmann::json& motion);
RigidBody omiMotion(const nlohmann::json& motion);

/// Material and filter have the same form in the Khronos and OMI extensions.
PhysicsMaterial gltfMaterial(const nlohmann::json& material);
CollisionFilter gltfFilter(const nlohmann::json& filter);

}  // namespace sat3d::SAT3D_ABI::importing
