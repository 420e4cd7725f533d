#pragma once

/// What a glTF file says beside its nodes and meshes, on the scene that was read.

#include "import/gltf_extras.hpp"
#include "import/scene.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// Nodes and meshes in the extras are those of the file; in the scene they are the scene's.
/// @param nodeOf  per node of the file: that of the scene, or Node::kNoParent
/// @param meshesOf  those of the scene that a mesh of the file became
void addGltfExtras(GltfExtras extras, std::span<const std::uint32_t> nodeOf,
                   const std::function<std::span<const std::uint32_t>(std::uint32_t)>& meshesOf,
                   Scene& scene);

}  // namespace sat3d::inline SAT3D_ABI::importing
