#pragma once

/// What a glTF file says besides, on the nodes that its reader delivered.

#include "import/gltf_extras.hpp"
#include "import/scene.hpp"

namespace sat3d::inline SAT3D_ABI::importing {

/// Nodes and meshes in the extras are those of the file; in the scene they are the scene's.
void addGltfExtras(GltfExtras extras, Scene& scene);

}  // namespace sat3d::inline SAT3D_ABI::importing
