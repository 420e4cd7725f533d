#pragma once

/// @file
/// Convex hull as a collision shape: baked once, immutable, cheap to copy.

#include <sat3d/core/result.hpp>
#include <sat3d/core/shared_data.hpp>
#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/geometry/mass_properties.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace detail {
struct HullData;  // source/shapes/convex_hull/hull_data.hpp
}

/// Bounding sphere of a shape.
struct BoundingSphere {
    glm::vec3 center{0.0f};  ///< in the shape's frame
    float radius = 0.0f;     ///< meters, rounded up: every vertex lies inside
};

/// A convex polyhedron with everything that queries need, computed once. Copies share the data (one pointer).
/// All members are safe to call from several threads. Positions are in the shape's own frame, in meters.
class ConvexHull {
public:
    using Face = HullMesh::Face;
    using Edge = HullMesh::Edge;

    /// Builds the convex hull of points. buildHull describes errors, cost and tolerance.
    /// @code
    /// auto wall = ConvexHull::fromPoints(points);
    /// if (!wall) std::puts(wall.error().message.c_str());
    /// @endcode
    [[nodiscard]] static SAT3D_API Result<ConvexHull, HullError> fromPoints(std::span<const glm::vec3> points,
                                                                            const HullOptions& options = {});
    /// Makes the shape from a mesh that buildHull returned. fromPoints calls buildHull and fromMesh.
    [[nodiscard]] static SAT3D_API ConvexHull fromMesh(const HullMesh& mesh);
    /// Makes a box around the origin. Errors: BadOptions for negative half extents, otherwise those of
    /// fromPoints.
    /// @param halfExtents  meters, finite and positive
    [[nodiscard]] static SAT3D_API Result<ConvexHull, HullError> box(const glm::vec3& halfExtents);

    /// Applies a linear map to every vertex: scale (also non-uniform), mirror, shear, rotation. Each new face
    /// takes the tag of the old face whose mapped normal is nearest. Errors: those of fromPoints; a singular
    /// map gives Coplanar.
    [[nodiscard]] SAT3D_API Result<ConvexHull, HullError> transformed(const glm::mat3& map) const;

    /// Returns a copy of the hull with a user tag per face (armor plate ids), in the order of faces().
    /// @param tags  exactly faces().size() values (asserted; missing tags become 0)
    [[nodiscard]] SAT3D_API ConvexHull withFaceTags(std::span<const std::uint32_t> tags) const;

    [[nodiscard]] SAT3D_API std::span<const glm::vec3> vertices() const noexcept;
    [[nodiscard]] SAT3D_API std::span<const Face> faces() const noexcept;
    [[nodiscard]] SAT3D_API std::span<const Edge> edges() const noexcept;
    /// Vertices of a face, counter-clockwise from outside, as indices into vertices().
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> faceVertices(std::uint32_t face) const noexcept;
    /// For each vertex, the index of its input point.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> inputIndices() const noexcept;
    /// User tags, one per face; 0 by default.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> faceTags() const noexcept;

    /// Face normals, without those that are parallel or opposite to an earlier normal (sine below 2e-7). They
    /// are the face axes of the separating axis test.
    [[nodiscard]] SAT3D_API std::span<const glm::dvec3> distinctNormals() const noexcept;
    /// Unit edge directions, without those that are parallel to an earlier direction (sine below 2e-7). They
    /// are the normals of the candidate planes.
    [[nodiscard]] SAT3D_API std::span<const glm::dvec3> distinctEdgeDirections() const noexcept;

    [[nodiscard]] SAT3D_API const BoundingSphere& boundingSphere() const noexcept;
    /// Volume, centroid and inertia tensor for density 1.
    [[nodiscard]] SAT3D_API const MassProperties& massProperties() const noexcept;
    /// Upper bound of the distance of an input point outside the hull, meters.
    [[nodiscard]] SAT3D_API double maxInputDistance() const noexcept;
    /// Hash of vertices and faces: equal hulls have equal hashes on every platform.
    [[nodiscard]] SAT3D_API std::uint64_t contentHash() const noexcept;

    /// Internal data, for the library's own queries.
    [[nodiscard]] const detail::HullData& data() const noexcept { return *data_; }

private:
    friend struct detail::HullData;
    explicit ConvexHull(detail::SharedData<const detail::HullData> data) : data_(std::move(data)) {}
    detail::SharedData<const detail::HullData> data_;
};

}  // namespace sat3d::SAT3D_ABI
