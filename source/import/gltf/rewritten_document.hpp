#pragma once

/// The document that Assimp reads instead of a glTF file.

#include "import/gltf/document/buffers.hpp"
#include "import/gltf/document/document.hpp"
#include "import/gltf/document/validate_gltf.hpp"
#include "import/gltf/extras/node_extras.hpp"

#include <cstdint>
#include <string>

namespace sat3d::SAT3D_ABI::importing {

/// Contains nodes, positions, normals and indices, nothing else. The names of nodes and meshes are their
/// indices in the file, because Assimp keeps names but not indices.
struct RewrittenGltf {
    std::string document;        ///< JSON
    std::string floats;          ///< the buffer kGltfFloats
    FilesInMemory buffers;       ///< the file's buffers, by their names in the document
    std::uint32_t carriers = 0;  ///< number of roots at the end that only hold meshes of colliders
};

/// Name of the buffer of positions and normals that Assimp cannot read in the form of the file. They are
/// converted to floats.
inline constexpr const char* kGltfFloats = "floats";

/// Returns the document that Assimp reads.
/// @param buffers  must outlive the result
/// Throws ValidationError if an index is invalid.
RewrittenGltf rewriteGltf(const GltfDocument& document, const GltfMeshes& meshes, const GltfExtras& extras,
                          GltfBuffers& buffers);

}  // namespace sat3d::SAT3D_ABI::importing
