#pragma once

/// @file
/// Surfaces as arrays: what a modelling tool shows, and what any renderer can draw.

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// Polygons with shared vertices, counter-clockwise from outside. They need be neither closed nor convex.
struct PolygonMesh {
    std::vector<glm::vec3> vertices;      ///< metres
    std::vector<std::uint32_t> corners;   ///< of all faces, one after the other, indices into vertices
    std::vector<std::uint32_t> faceEnds;  ///< face k ends before corners[faceEnds[k]]

    [[nodiscard]] std::size_t faceCount() const noexcept { return faceEnds.size(); }
    /// The corners of a face. @param k  below faceCount()
    [[nodiscard]] std::span<const std::uint32_t> face(std::size_t k) const noexcept {
        const std::uint32_t begin = k == 0 ? 0 : faceEnds[k - 1];
        return std::span(corners).subspan(begin, faceEnds[k] - begin);
    }
    void addFace(std::span<const std::uint32_t> face) {
        corners.insert(corners.end(), face.begin(), face.end());
        faceEnds.push_back(static_cast<std::uint32_t>(corners.size()));
    }

    friend bool operator==(const PolygonMesh&, const PolygonMesh&) = default;
};

}  // namespace sat3d::inline SAT3D_ABI
