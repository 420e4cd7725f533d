#pragma once

/// The physics extensions of glTF: KHR_physics_rigid_bodies with KHR_implicit_shapes (or
/// KHR_collision_shapes, as they were called), OMI_physics_body with OMI_physics_shape, OMI_collider.
/// docs/importing.md says what is read.

#include "import/gltf_extras.hpp"

#include <nlohmann/json_fwd.hpp>

namespace sat3d::inline SAT3D_ABI::importing {

/// Into `extras`, which has an entry for each node. What makes no sense is left out and told of in faults and
/// notes.
/// @param document  whose nodes have been vetted: transforms are numbers, children form trees
/// Throws VettingFault where a limit is exceeded.
void readGltfPhysics(const nlohmann::json& document, const ImportOptions& options, GltfExtras& extras);

}  // namespace sat3d::inline SAT3D_ABI::importing
