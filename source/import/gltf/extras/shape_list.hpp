#pragma once

/// Lists of shapes in glTF's physics extensions.

#include "import/scene/physics_declarations.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI::importing {

/// Family of extensions. The families differ in their default values and in the meaning of a capsule's
/// height.
enum class GltfShapeDialect : std::uint8_t { Khronos, Omi };

/// Returns a shape of a list. Mesh indices are those of the file.
/// @param index      index of the shape, for messages
/// @param meshCount  number of meshes in the file
/// Throws JsonValueError.
DeclaredShape gltfShape(const nlohmann::json& shape, std::uint32_t index, GltfShapeDialect dialect,
                        std::size_t meshCount);

}  // namespace sat3d::SAT3D_ABI::importing
