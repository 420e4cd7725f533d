#pragma once

/// @file
/// Convex shapes as the verbs compute with them.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace sat3d::inline SAT3D_ABI {

/// A convex shape in the frame of a pair: a polytope, the core, and all points within `radius` of it. A
/// sphere's core is its centre, a capsule's its segment; boxes, hulls and triangles are their own core (a
/// triangle with two faces and nothing between). Features are numbered as the shape's own; a point has vertex
/// 0, a segment vertices 0 and 1 and edge 0. Refers to the shape it was made of.
class CoreShape {
public:
    struct Edge {
        std::uint32_t from, to;
    };

    /// @param shape  convex, not a half-space
    CoreShape(detail::ShapeRef shape, const RigidTransform& toPair);

    /// Moves the whole shape.
    void move(const glm::dvec3& by) noexcept;

    [[nodiscard]] double radius() const noexcept { return radius_; }
    /// A point of the core about its middle, and how far the core reaches from it at most.
    [[nodiscard]] const glm::dvec3& center() const noexcept { return center_; }
    [[nodiscard]] double coreReach() const noexcept { return coreReach_; }
    /// The same of the whole shape, its radius included: its size in tolerances.
    [[nodiscard]] double reach() const noexcept { return coreReach_ + radius_; }

    [[nodiscard]] bool isBox() const noexcept { return cornerCount_ == 8; }
    [[nodiscard]] bool isPoint() const noexcept { return cornerCount_ == 1; }
    [[nodiscard]] bool isSegment() const noexcept { return cornerCount_ == 2; }
    /// Of a hull, else none; and a point of the pair's frame in the hull's own.
    [[nodiscard]] const ConvexHull* hull() const noexcept { return hull_; }
    [[nodiscard]] glm::dvec3 inHull(const glm::dvec3& point) const noexcept {
        return (point - origin_) * rotation_;  // the row: transposed
    }
    /// Of a box: unit columns, and how far it reaches along each.
    [[nodiscard]] const glm::dmat3& axes() const noexcept { return rotation_; }
    [[nodiscard]] const glm::dvec3& halfExtents() const noexcept { return halfExtents_; }

    [[nodiscard]] std::uint32_t vertexCount() const noexcept;
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const noexcept;
    /// The vertex that reaches farthest, the lowest numbered of equals.
    [[nodiscard]] std::uint32_t support(const glm::dvec3& direction) const noexcept;

    /// None of a point or a segment.
    [[nodiscard]] std::uint32_t faceCount() const noexcept;
    [[nodiscard]] glm::dvec3 faceNormal(std::uint32_t face) const noexcept;
    /// Counter-clockwise from outside.
    [[nodiscard]] std::span<const std::uint32_t> faceVertices(std::uint32_t face) const noexcept;
    /// The face whose normal is nearest to the direction, the lowest numbered of equals.
    [[nodiscard]] std::uint32_t faceToward(const glm::dvec3& direction) const noexcept;

    [[nodiscard]] std::uint32_t edgeCount() const noexcept;
    [[nodiscard]] Edge edge(std::uint32_t index) const noexcept;
    /// The edge whose nearer end reaches farthest, the lowest numbered of equals.
    [[nodiscard]] std::uint32_t supportingEdge(const glm::dvec3& direction) const noexcept;

    /// Of a box: the edge along an axis that ends in a corner.
    [[nodiscard]] static std::uint32_t boxEdge(std::uint32_t axis, std::uint32_t corner) noexcept {
        const std::uint32_t next = (axis + 1) % 3, last = (axis + 2) % 3;
        return 4 * axis + ((corner >> next) & 1u) + 2 * ((corner >> last) & 1u);
    }

    /// Unit, without parallel ones.
    [[nodiscard]] std::uint32_t edgeDirectionCount() const noexcept;
    [[nodiscard]] glm::dvec3 edgeDirection(std::uint32_t index) const noexcept;
    /// Of a hull's edge, unit.
    [[nodiscard]] glm::dvec3 hullEdgeDirection(std::uint32_t edge) const noexcept;

private:
    void becomeBox(const Box& box, const RigidTransform& toPair);
    void becomeHull(const ConvexHull& hull, const RigidTransform& toPair);
    void becomeTriangle(const Triangle& triangle, const RigidTransform& toPair);

    glm::dmat3 rotation_{
        1.0};  ///< of a box's axes, or of a hull's frame; unit edges of a segment or triangle
    glm::dvec3 triangleNormal_{0.0};
    glm::dvec3 center_{0.0};
    glm::dvec3 origin_{0.0};  ///< of a hull's frame
    double coreReach_ = 0.0;
    double radius_ = 0.0;
    const ConvexHull* hull_ = nullptr;
    std::uint32_t cornerCount_ = 0;        ///< 1, 2, 3 or 8 for point, segment, triangle, box; 0 for a hull
    std::array<glm::dvec3, 3> corners_{};  ///< but for boxes and hulls
    glm::dvec3 halfExtents_{0.0};          ///< of a box
};

/// CoreShape::reach(), which no pose changes.
[[nodiscard]] inline double reachOf(const detail::ShapeRef& shape) noexcept {
    return CoreShape(shape, RigidTransform{}).reach();
}

}  // namespace sat3d::inline SAT3D_ABI
