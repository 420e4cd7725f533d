#pragma once

/// @file
/// A convex shape of the plane as core and radius: all queries reduce to this form.

#include "planar/polygon/polygon_data.hpp"

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_double2.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A circle in some frame.
struct BoundingCircle {
    glm::dvec2 center{0.0};
    double radius = 0.0;
};

/// All points within `radius` of a core: a point, a segment or a convex polygon. A half-plane has an edge and
/// no vertices. The edges are stored by component, padded to a multiple of kEdgeLanes with copies of the
/// last. A segment has two edges, one on each side; a point has none.
///
/// A box's core has the box's own frame, so that it is always aligned with its axes.
class PlanarProxy {
public:
    /// @param shape   not a compound; must stay alive
    /// @param toWorld from the shape's frame
    PlanarProxy(const PlanarShapeRef& shape, const PlanarTransform& toWorld) noexcept;
    PlanarProxy(const PlanarProxy&) = delete;
    PlanarProxy& operator=(const PlanarProxy&) = delete;
    ~PlanarProxy() = default;

    /// The shape as it was given.
    [[nodiscard]] const PlanarShapeRef& shape() const noexcept { return shape_; }
    /// From the core's frame.
    [[nodiscard]] const PlanarTransform& toWorld() const noexcept { return toWorld_; }
    [[nodiscard]] double radius() const noexcept { return radius_; }
    [[nodiscard]] bool isBounded() const noexcept { return vertexCount_ > 0; }
    [[nodiscard]] bool isPoint() const noexcept { return vertexCount_ == 1; }
    [[nodiscard]] bool isBox() const noexcept { return isBox_; }
    /// Whether it has no width: a point or a segment without radius, or a box with a half extent of 0. It
    /// then lies between vertex 0 and vertex vertexCount() / 2.
    [[nodiscard]] bool isThin() const noexcept {
        const bool isFlatBox = isBox_ && std::min(vertices_[2].x, vertices_[2].y) == 0.0;
        return radius_ == 0.0 && isBounded() && (vertexCount_ <= 2 || isFlatBox);
    }

    [[nodiscard]] std::uint32_t vertexCount() const noexcept { return vertexCount_; }
    [[nodiscard]] const glm::dvec2& vertex(std::uint32_t i) const noexcept { return vertices_[i]; }
    /// The vertex before or after a vertex, and the second vertex of an edge.
    [[nodiscard]] std::uint32_t before(std::uint32_t i) const noexcept {
        return i > 0 ? i - 1 : vertexCount_ - 1;
    }
    [[nodiscard]] std::uint32_t after(std::uint32_t i) const noexcept {
        return i + 1 < vertexCount_ ? i + 1 : 0;
    }

    [[nodiscard]] std::uint32_t edgeCount() const noexcept { return edgeCount_; }
    [[nodiscard]] glm::dvec2 normal(std::uint32_t edge) const noexcept {
        return {normalX()[edge], normalY()[edge]};
    }
    [[nodiscard]] const double* normalX() const noexcept { return normals_; }
    [[nodiscard]] const double* normalY() const noexcept { return normals_ + paddedEdges(edgeCount_); }
    [[nodiscard]] const double* offset() const noexcept { return offsets_; }

private:
    void setPoint(const glm::dvec2& point) noexcept;
    void setSegment(const glm::dvec2& start, const glm::dvec2& end) noexcept;
    void setBox(const glm::dvec2& halfExtents) noexcept;
    void setPolygon(const PolygonData& polygon) noexcept;
    void setHalfPlane(const glm::dvec2& normal, double offset) noexcept;

    PlanarShapeRef shape_;
    PlanarTransform toWorld_;
    const glm::dvec2* vertices_ = ownVertices_;
    const double* normals_ = ownNormals_;
    const double* offsets_ = ownOffsets_;
    std::uint32_t vertexCount_ = 0, edgeCount_ = 0;
    double radius_ = 0.0;
    bool isBox_ = false;
    glm::dvec2 ownVertices_[4];
    double ownNormals_[2 * kEdgeLanes];
    double ownOffsets_[kEdgeLanes];
};

/// A circle around a convex shape, in the shape's frame. Infinite for a half-plane.
/// @param shape  not a compound
[[nodiscard]] BoundingCircle boundingCircleOf(const PlanarShapeRef& shape) noexcept;

/// A child of a compound, or a convex shape itself (as child 0), in some frame.
struct ConvexChild {
    std::uint32_t number;
    PlanarShapeRef shape;
    PlanarTransform toFrame;

    [[nodiscard]] BoundingCircle circle() const noexcept {
        const BoundingCircle own = boundingCircleOf(shape);
        return {toFrame * own.center, own.radius};
    }
};

/// Calls visit(child) for each child of a compound, or for a convex shape.
template <class Visit>
void forEachConvex(const PlanarShapeRef& shape, const PlanarTransform& toFrame, const Visit& visit) {
    if (shape.kind() != PlanarShapeRef::Kind::Compound) {
        visit(ConvexChild{0, shape, toFrame});
        return;
    }
    std::uint32_t number = 0;
    for (const PlanarCompoundChild& child : shape.as<PlanarCompound>().children()) {
        visit(ConvexChild{number++, PlanarShapeRef(child.shape), toFrame * localToWorld(child.pose)});
    }
}

}  // namespace sat3d::SAT3D_ABI
