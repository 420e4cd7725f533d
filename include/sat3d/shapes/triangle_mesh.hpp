#pragma once

/// @file
/// A surface of triangles: level geometry that stands still.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

namespace detail {
struct MeshData;  // source/shapes/mesh/triangle_mesh_data.hpp
}

/// Why triangles make no mesh. All offending vertices or triangles are named, not only the first.
struct MeshError {
    enum class Code {
        Empty,      ///< no triangle, or none with an area
        NotFinite,  ///< a NaN or an infinity; indices: the vertices
        TooLarge,   ///< a coordinate beyond 1e15 (indices: the vertices), or 2^30 triangles or more
        BadIndex,   ///< not three indices a triangle, or an index beyond the vertices; indices: the triangles
        BadTags,    ///< tags, but not one a triangle
    };
    Code code;
    std::string message;                 ///< a sentence with the figures, and what to do about it
    std::vector<std::uint32_t> indices;  ///< those concerned (at most the first 1,000)
};

struct MeshOptions {
    Sides sides = Sides::Both;
    /// User tags (surface materials), one per triangle, or none: then all are 0.
    std::span<const std::uint32_t> tags;
};

/// Any triangles: holes, duplicates, T-junctions and crossings are all right. Baked once with a tree over the
/// triangles, immutable; copies share the data (one pointer). A mesh is its surface, without an inside, but
/// for contains(), the exit of rays and mass properties: those need it to be solid.
class TriangleMesh {
public:
    /// @param vertices  mesh's frame, metres, finite and within 1e15
    /// @param indices   three for each triangle, counter-clockwise seen from the front
    /// @note  O(n log n). Triangles without an area (corners within 1e-9 of one line, as a fraction of the
    /// longest side) can not be touched; they keep their numbers and are listed in degenerateTriangles().
    [[nodiscard]] static SAT3D_API Result<TriangleMesh, MeshError> fromTriangles(
        std::span<const glm::vec3> vertices, std::span<const std::uint32_t> indices,
        const MeshOptions& options = {});

    [[nodiscard]] SAT3D_API std::span<const glm::vec3> vertices() const noexcept;
    /// As given: three for each triangle, whose number is that of answers too.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> indices() const noexcept;
    /// One per triangle.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> tags() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t triangleCount() const noexcept;
    /// @param number  below triangleCount() (asserted)
    [[nodiscard]] SAT3D_API Triangle triangle(std::uint32_t number) const noexcept;
    /// Those without an area: part of the list, but not of the surface.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> degenerateTriangles() const noexcept;
    [[nodiscard]] SAT3D_API Sides sides() const noexcept;
    /// Whether it bounds a body: at each edge as many triangles run one way as the other (vertices in one
    /// place are one vertex), and fronts look outward.
    [[nodiscard]] SAT3D_API bool isSolid() const noexcept;

    /// For the library's own queries.
    [[nodiscard]] const detail::MeshData& data() const noexcept { return *data_; }

private:
    explicit TriangleMesh(std::shared_ptr<const detail::MeshData> data) : data_(std::move(data)) {}
    std::shared_ptr<const detail::MeshData> data_;

    friend SAT3D_API Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh,
                                                                  const glm::mat3& map);
};

/// The smallest box along the axes of the frame that `toFrame` leads to, rounded outward. O(triangles).
[[nodiscard]] SAT3D_API Aabb bounds(const TriangleMesh& mesh, const RigidTransform& toFrame) noexcept;

/// The vertex that reaches farthest, the first in the triangles' order of equals. O(triangles).
/// @param direction  shape's frame, any length but zero
[[nodiscard]] SAT3D_API glm::vec3 support(const TriangleMesh& mesh, const glm::vec3& direction) noexcept;

/// Of the body that a solid mesh bounds. Error: Open.
[[nodiscard]] SAT3D_API Result<MassProperties, ShapeError> massProperties(const TriangleMesh& mesh);

/// Mapped by any map that can be undone; fronts stay fronts under a mirror too. Bakes anew. Errors: Flat,
/// NotFinite.
[[nodiscard]] SAT3D_API Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh,
                                                                     const glm::mat3& map);

}  // namespace sat3d::inline SAT3D_ABI
