#pragma once

/// @file
/// Polygon meshes as plain arrays, for renderers.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A mesh of polygons that share vertices, counter-clockwise seen from outside. It may be open and concave.
/// @code
/// for (std::size_t k = 0; k < mesh.faceCount(); ++k) { drawPolygon(mesh.vertices, mesh.face(k)); }
/// @endcode
struct PolygonMesh {
    std::vector<glm::vec3> vertices;            ///< meters
    std::vector<std::uint32_t> indices;         ///< vertex indices of all faces, one face after the other
    std::vector<std::uint32_t> faceEndOffsets;  ///< face k ends before indices[faceEndOffsets[k]]

    [[nodiscard]] std::size_t faceCount() const noexcept { return faceEndOffsets.size(); }
    /// Vertex indices of face k, which must be below faceCount().
    [[nodiscard]] std::span<const std::uint32_t> face(std::size_t k) const noexcept {
        const std::uint32_t begin = k == 0 ? 0 : faceEndOffsets[k - 1];
        return std::span(indices).subspan(begin, faceEndOffsets[k] - begin);
    }
    /// Appends a face of indices into `vertices`.
    void addFace(std::span<const std::uint32_t> face) {
        indices.insert(indices.end(), face.begin(), face.end());
        faceEndOffsets.push_back(static_cast<std::uint32_t>(indices.size()));
    }

    friend bool operator==(const PolygonMesh&, const PolygonMesh&) = default;
};

}  // namespace sat3d::SAT3D_ABI
