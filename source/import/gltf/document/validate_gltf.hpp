#pragma once

/// Checks of glTF 2.0. In a checked document every index is valid, every item is inside its buffer, and nodes
/// form trees.

#include "import/gltf/document/document.hpp"

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// The items of an accessor in a buffer.
struct GltfItems {
    enum class Component : std::uint16_t { Int8 = 5120, Uint8, Int16, Uint16, Uint32 = 5125, Float };
    std::size_t buffer = 0;
    std::uint64_t begin = 0, stride = 0, count = 0;
    Component component = Component::Float;
    bool isNormalized = false;  ///< the largest integer represents 1
};

struct GltfPrimitive {
    GltfItems positions;               ///< three components each
    std::optional<GltfItems> normals;  ///< as many as positions
    std::optional<GltfItems> indices;
    std::uint64_t mode = 4;
    const nlohmann::json* material = nullptr;
};

/// The places of the instances of a node's mesh (EXT_mesh_gpu_instancing), in the node's frame.
struct GltfInstances {
    std::uint64_t count = 0;
    std::optional<GltfItems> translations, rotations, scales;  ///< `count` items each
};

/// The primitives of all meshes, one mesh after the other.
struct GltfMeshes {
    std::vector<GltfPrimitive> primitives;
    std::vector<std::uint32_t> ends;                   ///< mesh k ends before primitives[ends[k]]
    std::map<std::uint32_t, GltfInstances> instances;  ///< by node
    std::vector<std::uint32_t> roots;                  ///< nodes of the scene, without those that follow
    std::vector<std::uint32_t> rootsBelowOthers;       ///< read once, as descendants of other roots

    [[nodiscard]] std::span<const GltfPrimitive> of(std::size_t mesh) const {
        const std::size_t begin = mesh == 0 ? 0 : ends[mesh - 1];
        return std::span(primitives).subspan(begin, ends[mesh] - begin);
    }
};

/// Checks everything except the contents of buffers. Throws ValidationError.
GltfMeshes validateGltf(const GltfDocument& document, const ImportOptions& options);

}  // namespace sat3d::SAT3D_ABI::importing
