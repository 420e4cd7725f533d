#pragma once

/// @file
/// Shapes in the form of the reference method: hulls, boxes and triangles as convex polytopes.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// The arrays of a convex polytope, in its own frame. Refers to arrays that others own.
struct Polytope {
    Polytope() = default;
    Polytope(const ConvexHull& hull);

    std::span<const glm::vec3> vertices;
    std::span<const ConvexHull::Face> faces;
    std::span<const std::uint32_t> faceIndices;
    std::span<const ConvexHull::Edge> edges;  ///< their vertices; the faces are those of hulls only
    std::span<const glm::dvec3> distinctNormals, distinctEdgeDirections;  ///< as in ConvexHull
    BoundingSphere boundingSphere;

    [[nodiscard]] std::span<const std::uint32_t> faceVertices(std::uint32_t face) const {
        return faceIndices.subspan(faces[face].firstVertex, faces[face].vertexCount);
    }
};

/// A shape as a polytope at a pose. Features have the numbers of the shape. A triangle is a flat polytope
/// with two faces, or the prism behind it. Refers to the shape.
class PosedPolytope {
public:
    /// These shapes have no polytope: round and composite ones, half-spaces, boxes without a volume,
    /// triangles without an area.
    /// @param prismDepth  of a triangle's prism, meters. Its base has face 1, its sides the faces 2 to 4. 0:
    /// the triangle is flat
    SAT3D_API PosedPolytope(ShapeRef shape, const DPose& pose, double prismDepth = 0.0);
    PosedPolytope(const PosedPolytope&) = delete;
    PosedPolytope& operator=(const PosedPolytope&) = delete;

    /// Nothing if the shape has no polytope.
    [[nodiscard]] const std::optional<Polytope>& polytope() const { return polytope_; }
    [[nodiscard]] const DPose& pose() const { return pose_; }

private:
    void become(const Box& box);
    void become(const Triangle& triangle, double prismDepth);
    void addFace(std::span<const std::uint32_t> loop, const glm::dvec3& normal);
    void referToOwnArrays();

    std::optional<Polytope> polytope_;
    DPose pose_;
    // Of a box or a triangle.
    std::vector<glm::vec3> vertices_;
    std::vector<ConvexHull::Face> faces_;
    std::vector<std::uint32_t> faceIndices_;
    std::vector<ConvexHull::Edge> edges_;
    std::vector<glm::dvec3> normals_, directions_;
};

}  // namespace sat3d::SAT3D_ABI
