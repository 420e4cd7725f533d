#pragma once

/// @file
/// Triangle mesh: static level geometry.

#include <sat3d/core/result.hpp>
#include <sat3d/core/shared_data.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/mass_properties.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_error.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace detail {
struct MeshData;  // source/shapes/mesh/triangle_mesh_data.hpp
}

/// Reason why no mesh can be built. Lists all offending vertices or triangles, not only the first.
struct MeshError {
    enum class Code {
        Empty,      ///< no triangle, or none with an area
        NotFinite,  ///< a coordinate is NaN or infinite; `indices` lists the vertices
        TooLarge,   ///< a coordinate is beyond 1e15 (`indices` lists the vertices), or 2^30 triangles or more
        BadIndex,   ///< not three indices per triangle, or one out of range; `indices` lists the triangles
        BadTags,    ///< tags given, but not one per triangle
    };
    Code code;
    std::string message;                 ///< one sentence with the numbers, and what to do about it
    std::vector<std::uint32_t> indices;  ///< the offending elements (at most the first 1,000)
};

struct MeshOptions {
    Sides sides = Sides::Both;
    /// User tags (surface materials), one per triangle. If empty, all tags are 0.
    std::span<const std::uint32_t> tags = {};
};

/// A triangle soup: holes, duplicates, T-junctions and intersections are allowed. Immutable, with a bounding
/// volume hierarchy. Copies share the data (one pointer). A mesh is a surface, and most queries ignore its
/// inside. Only contains(), the exit point of rays and mass properties use the inside, and need a watertight
/// mesh.
class TriangleMesh {
public:
    /// Builds a mesh.
    /// @code
    /// auto level = TriangleMesh::fromTriangles(vertices, indices);
    /// @endcode
    /// @param vertices  in the mesh's frame, meters, finite and within 1e15
    /// @param indices   three per triangle, counter-clockwise seen from the front
    /// @note  O(n log n). Triangles without an area (height below 1e-9 of the longest side) cannot be
    /// touched; they keep their numbers and are listed in degenerateTriangles().
    [[nodiscard]] static SAT3D_API Result<TriangleMesh, MeshError> fromTriangles(
        std::span<const glm::vec3> vertices, std::span<const std::uint32_t> indices,
        const MeshOptions& options = {});

    [[nodiscard]] SAT3D_API std::span<const glm::vec3> vertices() const noexcept;
    /// Vertex indices as given to fromTriangles, three per triangle. Answers of queries use the same triangle
    /// numbers.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> indices() const noexcept;
    /// User tags, one per triangle.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> tags() const noexcept;
    [[nodiscard]] SAT3D_API std::uint32_t triangleCount() const noexcept;
    /// Returns a triangle, in the mesh's frame.
    /// @param number  below triangleCount() (asserted)
    [[nodiscard]] SAT3D_API Triangle triangle(std::uint32_t number) const noexcept;
    /// Triangles without an area: they have numbers, but queries ignore them.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> degenerateTriangles() const noexcept;
    [[nodiscard]] SAT3D_API Sides sides() const noexcept;
    /// Whether the mesh encloses a volume: each edge has as many triangles in one direction as in the other
    /// (vertices at the same position are one vertex), and the fronts face outward.
    [[nodiscard]] SAT3D_API bool isWatertight() const noexcept;

    /// Internal data, for the library's own queries.
    [[nodiscard]] const detail::MeshData& data() const noexcept { return *data_; }

private:
    explicit TriangleMesh(detail::SharedData<const detail::MeshData> data) : data_(std::move(data)) {}
    detail::SharedData<const detail::MeshData> data_;

    friend SAT3D_API Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh,
                                                                  const glm::mat3& map);
};

/// Returns the axis-aligned bounding box in the target frame of `toFrame`, rounded outward. O(triangles).
[[nodiscard]] SAT3D_API Aabb bounds(const TriangleMesh& mesh, const RigidTransform& toFrame) noexcept;

/// Returns the support point: the vertex farthest along the direction. On ties, returns the first in the
/// order of the triangles. O(triangles).
/// @param direction  in the shape's frame, not zero
[[nodiscard]] SAT3D_API glm::vec3 support(const TriangleMesh& mesh, const glm::vec3& direction) noexcept;

/// Returns the mass properties of the enclosed volume, for density 1. Error: NotWatertight.
[[nodiscard]] SAT3D_API Result<MassProperties, ShapeError> massProperties(const TriangleMesh& mesh);

/// Applies any invertible linear map and builds the mesh again. Fronts stay fronts, also under a mirror.
/// Errors: SingularMap, NotFinite.
[[nodiscard]] SAT3D_API Result<TriangleMesh, ShapeError> transformed(const TriangleMesh& mesh,
                                                                     const glm::mat3& map);

/// Returns the name of the enumerator: "BadIndex".
[[nodiscard]] SAT3D_API std::string_view toString(MeshError::Code code) noexcept;

}  // namespace sat3d::SAT3D_ABI
