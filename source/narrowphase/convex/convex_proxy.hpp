#pragma once

/// @file
/// Convex shapes in the form that the queries compute with.

#include "geometry/hull_measures/contact_faces.hpp"

#include <sat3d/geometry/plane.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// A convex shape in the frame of a pair: a polytope, its core, with a convex radius around it. The core of a
/// sphere is its center and that of a capsule its segment. Boxes, hulls and triangles are their own cores; a
/// triangle has two faces. Features have the numbers of the shape. A point has vertex 0; a segment has
/// vertices 0 and 1 and edge 0. Keeps a reference to the shape.
class ConvexProxy {
public:
    struct Edge {
        std::uint32_t from, to;
    };

    /// @param shape  convex, not a half-space
    ConvexProxy(ShapeRef shape, const RigidTransform& toPair);

    /// Moves the whole shape.
    void move(const glm::dvec3& by) noexcept;

    [[nodiscard]] double convexRadius() const noexcept { return convexRadius_; }
    /// The center of the core and the radius of the core's bounding sphere around it.
    [[nodiscard]] const glm::dvec3& center() const noexcept { return center_; }
    [[nodiscard]] double coreBoundingRadius() const noexcept { return coreBoundingRadius_; }
    /// The bounding radius of the whole shape. Tolerances are relative to it.
    [[nodiscard]] double boundingRadius() const noexcept { return coreBoundingRadius_ + convexRadius_; }

    [[nodiscard]] bool isBox() const noexcept { return vertexCount_ == 8; }
    [[nodiscard]] bool isTriangle() const noexcept { return vertexCount_ == 3; }
    [[nodiscard]] bool isPoint() const noexcept { return vertexCount_ == 1; }
    [[nodiscard]] bool isSegment() const noexcept { return vertexCount_ == 2; }
    /// The hull, or null for other shapes. inHull() and directionInHull() convert from the pair's frame to
    /// the hull's frame.
    [[nodiscard]] const ConvexHull* hull() const noexcept { return hull_; }
    [[nodiscard]] glm::dvec3 inHull(const glm::dvec3& point) const noexcept {
        return (point - origin_) * rotation_;  // row vector: multiplies by the transpose
    }
    [[nodiscard]] glm::dvec3 directionInHull(const glm::dvec3& direction) const noexcept {
        return direction * rotation_;
    }
    /// For boxes only: the unit axes as columns, and the half extents along them.
    [[nodiscard]] const glm::dmat3& axes() const noexcept { return rotation_; }
    [[nodiscard]] const glm::dvec3& halfExtents() const noexcept { return halfExtents_; }

    [[nodiscard]] std::uint32_t vertexCount() const noexcept;
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const noexcept;
    /// The support vertex; if several tie, the lowest numbered.
    [[nodiscard]] std::uint32_t support(const glm::dvec3& direction) const noexcept;

    /// Number of faces: 0 for a point or a segment.
    [[nodiscard]] std::uint32_t faceCount() const noexcept;
    [[nodiscard]] glm::dvec3 faceNormal(std::uint32_t face) const noexcept;
    /// The vertices of a face, counterclockwise as seen from outside.
    [[nodiscard]] std::span<const std::uint32_t> faceVertices(std::uint32_t face) const noexcept;
    /// The face whose normal is closest to the direction; if several tie, the lowest numbered.
    [[nodiscard]] std::uint32_t faceToward(const glm::dvec3& direction) const noexcept;

    /// Whether faces of a hull are merged for contact points (see ContactFaces). The merged face has the
    /// number of one of its faces. The other functions of faces ignore the merging.
    [[nodiscard]] bool isMerged(std::uint32_t face) const noexcept {
        return mergedFaces_ != nullptr && mergedFaces_->isMerged(face);
    }
    /// The number of the merged face, or of the face itself.
    [[nodiscard]] std::uint32_t contactFace(std::uint32_t face) const noexcept {
        return mergedFaces_ != nullptr ? mergedFaces_->nameOf(face) : face;
    }
    /// The plane of a merged face, which supports the hull, and its vertices, which lie near the plane.
    [[nodiscard]] Plane mergedPlane(std::uint32_t face) const noexcept;
    [[nodiscard]] std::span<const std::uint32_t> mergedVertices(std::uint32_t face) const noexcept {
        return mergedFaces_->loopOf(mergedFaces_->mergedFace(face));
    }
    /// The normal of the face, or of the merged face.
    [[nodiscard]] glm::dvec3 contactNormal(std::uint32_t face) const noexcept {
        return isMerged(face) ? mergedPlane(face).normal : faceNormal(face);
    }
    /// The contact face whose normal is closest to the direction; if several tie, the lowest numbered.
    [[nodiscard]] std::uint32_t contactFaceToward(const glm::dvec3& direction) const noexcept;

    [[nodiscard]] std::uint32_t edgeCount() const noexcept;
    [[nodiscard]] Edge edge(std::uint32_t index) const noexcept;
    /// The edge whose lower vertex is highest along the direction; if several tie, the lowest numbered.
    [[nodiscard]] std::uint32_t supportingEdge(const glm::dvec3& direction) const noexcept;

    /// The distinct edge directions, unit.
    [[nodiscard]] std::uint32_t edgeDirectionCount() const noexcept;
    [[nodiscard]] glm::dvec3 edgeDirection(std::uint32_t index) const noexcept;
    /// The direction of a hull's edge, unit.
    [[nodiscard]] glm::dvec3 hullEdgeDirection(std::uint32_t edge) const noexcept;

private:
    void become(const Sphere& sphere, const RigidTransform& toPair);
    void become(const Capsule& capsule, const RigidTransform& toPair);
    void become(const Box& box, const RigidTransform& toPair);
    void become(const ConvexHull& hull, const RigidTransform& toPair);
    void become(const Triangle& triangle, const RigidTransform& toPair);

    /// Columns: the axes of a box or of a hull's frame, or the unit edges of a segment or triangle.
    glm::dmat3 rotation_{1.0};
    glm::dvec3 triangleNormal_{0.0};
    glm::dvec3 center_{0.0};
    glm::dvec3 origin_{0.0};  ///< of a hull's frame
    double coreBoundingRadius_ = 0.0;
    double convexRadius_ = 0.0;
    const ConvexHull* hull_ = nullptr;
    const ContactFaces* mergedFaces_ = nullptr;  ///< null if there are none
    std::uint32_t vertexCount_ = 0;  ///< 1, 2, 3 or 8 for a point, segment, triangle or box; 0 for a hull
    std::array<glm::dvec3, 3> vertices_{};  ///< of a point, segment or triangle
    glm::dvec3 halfExtents_{0.0};           ///< of a box
};

/// ConvexProxy::boundingRadius(), which does not depend on the pose.
[[nodiscard]] inline double boundingRadiusOf(const ShapeRef& shape) noexcept {
    return ConvexProxy(shape, RigidTransform{}).boundingRadius();
}

}  // namespace sat3d::SAT3D_ABI
