#pragma once

// Writes meshes as files for modeling tools: see docs/decisions/0020-converting-bodies.md.

#include "files/collision_meshes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::tool {

struct MeshScene {
    std::vector<MeshNode> nodes;
    std::vector<std::string> materials;  ///< a face with tag k > 0 has materials[k - 1]

    [[nodiscard]] bool isMaterial(std::uint32_t tag) const { return tag > 0 && tag <= materials.size(); }
};

/// Returns glTF 2.0 as JSON, with embedded buffers.
std::string gltfText(const MeshScene& scene);
/// Returns glTF 2.0 as a binary file. Throws BadInput beyond 4 GiB.
std::string glbBytes(const MeshScene& scene);
/// Returns the meshes as OBJ, in world coordinates, because the format has no tree.
std::string objText(const MeshScene& scene);

}  // namespace sat3d::tool
