#pragma once

/// glTF 2.0 without Assimp: see docs/decisions/0024-reading-gltf.md.

#include "import/scene.hpp"

#include <sat3d/import/import.hpp>

#include <filesystem>
#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

/// The first scene, or the one the file names: nodes, meshes, names of materials, and all it says of
/// collision. Throws VettingFault.
/// @param file  buffers that are files of their own come from its folder
/// @param isBinary  GLB rather than JSON text
Scene readGltf(const std::filesystem::path& file, std::string_view bytes, bool isBinary,
               const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
