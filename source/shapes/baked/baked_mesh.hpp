#pragma once

/// Triangle meshes in baked models.

#include "shapes/baked/baked_stream.hpp"

#include <sat3d/shapes/triangle_mesh.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

void writeMesh(BakedWriter& writer, const TriangleMesh& mesh);
/// Reads a mesh and builds its tree again, with the bits of the saved mesh. If the bytes are not a mesh,
/// returns nothing and sets a fault in the reader.
std::optional<TriangleMesh> readMesh(BakedReader& reader);

}  // namespace sat3d::SAT3D_ABI
