#pragma once

/// What a glTF file says of collision outside the lists that every reader knows.

#include "import/declared_physics.hpp"

#include <sat3d/shapes/collision_model.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct GltfNodeExtras {
    std::vector<NodeProperty> properties;
    NodePhysics physics;  ///< nodes and meshes are those of the file
};

struct GltfExtras {
    std::vector<GltfNodeExtras> nodes;  ///< one for each node of the file; none where no node has any
    FilePhysics physics;
    std::vector<std::string> notes;
};

/// @param document  whose nodes have been vetted, some with extras or extensions
/// Throws VettingFault.
GltfExtras readGltfExtras(const nlohmann::json& document, const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
