#pragma once

/// The lists of shapes that glTF's physics extensions refer to.

#include "import/declared_physics.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::importing {

/// The extensions differ in what they leave out, and in what a capsule's height is.
enum class GltfShapeDialect : std::uint8_t { Khronos, Omi };

/// The shape of that index as the extension has it; meshes are those of the file.
/// @param shapes     list of shapes, or nullptr
/// @param meshCount  of the file
/// Throws FigureFault.
DeclaredShape gltfShape(const nlohmann::json* shapes, std::uint32_t index, GltfShapeDialect dialect,
                        std::size_t meshCount);

}  // namespace sat3d::inline SAT3D_ABI::importing
