#pragma once

// Meshes as files that modelling tools open: see docs/decisions/0020-converting-bodies.md.

#include "collision_meshes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sat3d::tool {

struct MeshScene {
    std::vector<MeshNode> nodes;
    std::vector<std::string> materials;  ///< a face with tag k is made of materials[k - 1], others of none

    [[nodiscard]] bool isMaterial(std::uint32_t tag) const { return tag > 0 && tag <= materials.size(); }
};

/// glTF 2.0 as JSON, the numbers of the meshes within.
std::string gltfText(const MeshScene& scene);
/// The same in one binary file. BadInput beyond 4 GiB.
std::string glbBytes(const MeshScene& scene);
/// Wavefront: the meshes alone, where they stand; the format knows no tree.
std::string objText(const MeshScene& scene);

}  // namespace sat3d::tool
