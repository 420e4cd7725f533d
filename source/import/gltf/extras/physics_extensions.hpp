#pragma once

/// The physics extensions of glTF: KHR_physics_rigid_bodies with KHR_implicit_shapes (or
/// KHR_collision_shapes, their former name), OMI_physics_body with OMI_physics_shape, OMI_collider.
/// docs/importing.md lists the supported parts.

#include "import/gltf/extras/node_extras.hpp"
#include "import/gltf/extras/physics_nodes.hpp"

namespace sat3d::SAT3D_ABI::importing {

/// Reads the physics of all nodes into `extras`, which has an entry for each node. Invalid values are skipped
/// and reported as faults and notes.
/// @param document  validated: transforms are numbers, children form trees
/// Throws ValidationError if a limit is exceeded.
void readGltfPhysics(const GltfDocument& document, const ImportOptions& options, GltfExtras& extras);

/// Reads KHR_physics_rigid_bodies and its earlier names.
/// @param extension  the extension in the document, or nullptr
void readKhronosPhysics(const nlohmann::json* extension, PhysicsNodes& nodes);
/// Reads OMI_physics_body, also in its earlier form, and OMI_collider.
void readOmiPhysics(PhysicsNodes& nodes);

}  // namespace sat3d::SAT3D_ABI::importing
