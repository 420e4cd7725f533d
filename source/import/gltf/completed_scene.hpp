#pragma once

/// Completes Assimp's scene with the data of a glTF file that Assimp drops.

#include "import/gltf/document/document.hpp"
#include "import/gltf/document/validate_gltf.hpp"
#include "import/gltf/extras/node_extras.hpp"
#include "import/scene/scene.hpp"

#include <cstdint>

namespace sat3d::SAT3D_ABI::importing {

/// Adds the names, materials and extras of the file to the scene of the rewritten document.
/// @param carriers  number of roots to remove: RewrittenGltf::carriers
void completeGltfScene(const GltfDocument& document, const GltfMeshes& meshes, std::uint32_t carriers,
                       GltfExtras extras, Scene& scene);

}  // namespace sat3d::SAT3D_ABI::importing
