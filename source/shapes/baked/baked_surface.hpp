#pragma once

/// Triangle meshes in baked models.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/triangle_mesh.hpp>

#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

void writeMesh(BakedWriter& writer, const TriangleMesh& mesh);
/// Its tree is made anew, the same to the bit. Nothing, and a fault in the reader, where the bytes make none.
std::optional<TriangleMesh> readMesh(BakedReader& reader);

}  // namespace sat3d::inline SAT3D_ABI::detail
