#pragma once

/// Joints of KHR_physics_rigid_bodies.

#include "import/gltf/document/json_values.hpp"
#include "import/scene/physics_declarations.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>

namespace sat3d::SAT3D_ABI::importing {

/// Reads the joint of a node. Throws JsonValueError for invalid values, and for limits that a joint of sat3d
/// cannot hold.
/// @param part         the node's own part
/// @param joints       the descriptions in the file
/// @param nodeCount    of the file
DeclaredJoint khronosJoint(const nlohmann::json& part, JsonValues joints, std::size_t nodeCount);

}  // namespace sat3d::SAT3D_ABI::importing
