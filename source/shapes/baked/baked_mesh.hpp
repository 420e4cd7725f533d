#pragma once

/// Triangle meshes in baked models.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/triangle_mesh.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

void writeMesh(BakedWriter& writer, const TriangleMesh& mesh);
/// Builds the tree again, with the same bits. Returns nothing, and sets a fault in the reader, if the bytes
/// are not a mesh.
std::optional<TriangleMesh> readMesh(BakedReader& reader);

}  // namespace sat3d::inline SAT3D_ABI::detail
