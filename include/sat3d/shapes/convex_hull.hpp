#pragma once

/// @file
/// The convex hull as a collision shape: baked once, immutable, cheap to copy.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/geometry/hull_builder.hpp>
#include <sat3d/geometry/mass_properties.hpp>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace detail {
struct HullData;  // source/shapes/convex_hull/hull_data.hpp
}

/// A ball around a shape.
struct BoundingSphere {
    glm::vec3 center{0.0f};  ///< in the shape's frame
    float radius = 0.0f;     ///< rounded up: every vertex lies inside
};

/// A convex solid with everything that queries need, computed once. Copies share the data (one pointer); all
/// members are safe to call from any number of threads. Positions in the shape's own frame, in metres.
class ConvexHull {
public:
    using Face = HullMesh::Face;
    using Edge = HullMesh::Edge;

    /// The hull of the points: see buildHull for errors, cost and tolerance.
    [[nodiscard]] static SAT3D_API Result<ConvexHull, HullError> fromPoints(std::span<const glm::vec3> points,
                                                                            const HullOptions& options = {});
    /// The second half of fromPoints, for those who look at the mesh first: whether they want it as a shape.
    /// @param mesh     as buildHull returned it
    /// @param options  with which it did
    [[nodiscard]] static SAT3D_API ConvexHull fromMesh(const HullMesh& mesh, const HullOptions& options = {});
    /// A box around the origin. Errors: BadOptions for negative half extents, else those of its eight
    /// corners.
    /// @param halfExtents  metres, finite and positive
    [[nodiscard]] static SAT3D_API Result<ConvexHull, HullError> box(const glm::vec3& halfExtents);

    /// The hull with every vertex mapped by a linear map: scale (also non-uniform), mirror, shear, rotation.
    /// Face tags stay with their faces (each new face takes the tag of the old face whose mapped normal is
    /// nearest). Errors: those of fromPoints; a map that flattens gives Flat.
    [[nodiscard]] SAT3D_API Result<ConvexHull, HullError> transformed(const glm::mat3& map) const;

    /// The same hull with a user tag per face (armour plate ids), in the order of faces().
    /// @param tags  exactly faces().size() values (asserted; missing ones become 0).
    [[nodiscard]] SAT3D_API ConvexHull withFaceTags(std::span<const std::uint32_t> tags) const;

    [[nodiscard]] SAT3D_API std::span<const glm::vec3> vertices() const noexcept;
    [[nodiscard]] SAT3D_API std::span<const Face> faces() const noexcept;
    [[nodiscard]] SAT3D_API std::span<const Edge> edges() const noexcept;
    /// Corners of a face, counter-clockwise from outside, as indices into vertices().
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> faceVertices(std::uint32_t face) const noexcept;
    /// Index of every vertex in the points the hull was built from.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> sourceIndices() const noexcept;
    /// User tags, one per face; all 0 unless given.
    [[nodiscard]] SAT3D_API std::span<const std::uint32_t> faceTags() const noexcept;

    /// Face normals without those parallel or opposite to an earlier one (sine below 2e-7): the 1D axes.
    [[nodiscard]] SAT3D_API std::span<const glm::dvec3> distinctNormals() const noexcept;
    /// Unit edge directions without parallel ones (sine below 2e-7): the normals of the candidate planes.
    [[nodiscard]] SAT3D_API std::span<const glm::dvec3> distinctEdgeDirections() const noexcept;

    [[nodiscard]] SAT3D_API const BoundingSphere& boundingSphere() const noexcept;
    [[nodiscard]] SAT3D_API const MassProperties& massProperties() const noexcept;
    /// Metres: no point the hull was built from lies farther outside than this.
    [[nodiscard]] SAT3D_API double maxOutside() const noexcept;
    /// A hash of vertices and faces: equal hulls have equal hashes on every platform.
    [[nodiscard]] SAT3D_API std::uint64_t contentHash() const noexcept;

    /// For the library's own queries.
    [[nodiscard]] const detail::HullData& data() const noexcept { return *data_; }

private:
    friend struct detail::HullData;
    explicit ConvexHull(std::shared_ptr<const detail::HullData> data) : data_(std::move(data)) {}
    std::shared_ptr<const detail::HullData> data_;
};

}  // namespace sat3d::inline SAT3D_ABI
