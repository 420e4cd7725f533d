#pragma once

/// Binary STL without Assimp: fifty bytes a triangle leave nothing to interpret.

#include "import/scene.hpp"

#include <string_view>

namespace sat3d::inline SAT3D_ABI::importing {

/// Whether the bytes are as many as a binary file of so many triangles has; text may begin alike.
[[nodiscard]] bool isBinaryStl(std::string_view bytes);

/// A root, and below it a node without a name that has the mesh.
/// @param bytes  of such a file
[[nodiscard]] Scene readBinaryStl(std::string_view bytes);

}  // namespace sat3d::inline SAT3D_ABI::importing
