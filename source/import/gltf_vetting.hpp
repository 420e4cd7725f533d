#pragma once

/// glTF 2.0: every index of a sound document leads somewhere, every item lies inside its buffer, nodes form
/// trees, and nothing that is not read is taken for read.

#include "import/gltf_document.hpp"

#include <sat3d/import/import.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

/// What an accessor takes from a buffer.
struct GltfItems {
    enum class Component : std::uint16_t { Int8 = 5120, Uint8, Int16, Uint16, Uint32 = 5125, Float };
    std::size_t buffer = 0;
    std::uint64_t begin = 0, stride = 0, count = 0;
    Component component = Component::Float;
    bool isNormalized = false;  ///< the largest whole number stands for 1
};

struct GltfPrimitive {
    GltfItems positions;               ///< three numbers each
    std::optional<GltfItems> normals;  ///< as many
    std::optional<GltfItems> indices;
    std::uint64_t mode = 4;
    const JsonValue* material = nullptr;
};

/// The primitives of all meshes, one mesh after the other.
struct GltfMeshes {
    std::vector<GltfPrimitive> primitives;
    std::vector<std::uint32_t> ends;  ///< mesh k ends before primitives[ends[k]]

    [[nodiscard]] std::span<const GltfPrimitive> of(std::size_t mesh) const {
        const std::size_t begin = mesh == 0 ? 0 : ends[mesh - 1];
        return std::span(primitives).subspan(begin, ends[mesh] - begin);
    }
};

/// Vets all but what stands in the buffers. Throws VettingFault.
GltfMeshes vetGltf(const Document& document, const ImportOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::importing
