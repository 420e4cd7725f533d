#pragma once

/// Physics extensions and extras of a glTF file.

#include "import/gltf/document/document.hpp"
#include "import/scene/physics_declarations.hpp"

#include <sat3d/shapes/collision_model.hpp>

#include <string>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

struct GltfNodeExtras {
    std::vector<NodeProperty> properties;
    NodePhysics physics;  ///< its indices of nodes and meshes are those of the file
};

struct GltfExtras {
    std::vector<GltfNodeExtras> nodes;  ///< one for each node of the file; empty if no node has extras
    FilePhysics physics;
    std::vector<std::string> notes;
};

/// Reads the extras and the physics of all nodes.
/// @param document  validated
/// Throws ValidationError.
GltfExtras readGltfExtras(const GltfDocument& document, const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
