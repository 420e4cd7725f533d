#pragma once

/// @file
/// A convex body beside a surface, and single triangles of the surface in double.

#include "narrowphase/composite/body_over_surface.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sat3d::SAT3D_ABI {

using TriangleCorners = std::array<glm::dvec3, 3>;

/// A triangle of a surface beside a body, in the frame of their SurfacePair.
struct ContactTriangle {
    std::uint32_t number;
    TriangleCorners corners;  ///< numbered as in the surface
    glm::dvec3 outward;       ///< unit normal toward the body's center
    bool isBack;              ///< whether the body's center is behind the triangle

    /// Perpendicular to an edge, into the triangle, as long as the edge; seen along a direction that the
    /// triangle faces.
    [[nodiscard]] glm::dvec3 inward(std::size_t edge, const glm::dvec3& direction) const {
        const glm::dvec3 along = corners[edge == 2 ? 0 : edge + 1] - corners[edge];
        return isBack ? glm::cross(along, direction) : glm::cross(direction, along);
    }
};

[[nodiscard]] inline double highestAlong(const TriangleCorners& corners,
                                         const glm::dvec3& direction) noexcept {
    return std::max(
        {glm::dot(direction, corners[0]), glm::dot(direction, corners[1]), glm::dot(direction, corners[2])});
}

/// A convex body and a surface in a frame of their own: its origin is the body's center, and its axes are
/// those of the body.
class SurfacePair {
public:
    /// @param body     a convex child
    /// @param surface  a TriangleMesh or a HeightField
    SurfacePair(const ChildShape& body, const PosedShape& surface, const CollideOptions& options);

    [[nodiscard]] const ConvexProxy& body() const { return over_.core; }
    [[nodiscard]] std::uint32_t numberOfBody() const { return numberOfBody_; }
    [[nodiscard]] ShapeRef surface() const { return over_.surface; }
    [[nodiscard]] const PairFrame& frame() const { return over_.frame; }
    /// The body for the kernels.
    [[nodiscard]] const BodyOverSurface& bodyOverSurface() const { return over_; }
    /// A box around all triangles that the body may touch, in the surface's frame.
    [[nodiscard]] const BoxInDouble& box() const { return box_; }

    [[nodiscard]] const CollideOptions& options() const { return options_; }
    [[nodiscard]] bool isOneSided() const { return isOneSided_; }
    /// Whether the body is a sphere or a capsule.
    [[nodiscard]] bool isRound() const { return over_.core.faceCount() == 0; }
    /// Meters: points with a larger separation are left out.
    [[nodiscard]] double margin() const { return margin_; }
    /// Meters: a face's normal is preferred to a push that is shorter by no more.
    [[nodiscard]] double bias() const { return bias_; }
    /// Meters: errors of rounding are smaller.
    [[nodiscard]] double rounding() const { return over_.rounding; }
    /// Meters: the error of a triangle's separation in a batch is smaller.
    [[nodiscard]] double roundingOf(const ActiveBatch& batch, std::uint32_t index) const {
        return over_.rounding + double(batch.rounding[index]);
    }
    /// Meters: depths that differ by no more count as equal.
    [[nodiscard]] double tolerance() const { return tolerance_; }
    /// Meters: points whose heights differ by no more carry load together.
    [[nodiscard]] double sameHeight() const { return sameHeight_; }
    /// Meters: separations that exceed a separation by no more count as equal to it. The points that carry a
    /// body at rest overlap slightly, each by another depth: it must not choose among them.
    [[nodiscard]] double tieOf(double separation) const {
        return separation < -sameHeight_ ? tolerance_ : sameHeight_;
    }

    /// A vertex of the body's core.
    [[nodiscard]] glm::dvec3 vertex(std::uint32_t index) const {
        return isBox_ ? boxVertex((index & 1) != 0, (index & 2) != 0, (index & 4) != 0)
                      : over_.core.vertex(index);
    }
    /// The vertex of the core that is lowest along a direction.
    [[nodiscard]] glm::dvec3 lowestVertex(const glm::dvec3& direction) const {
        return isBox_ ? boxVertex(direction.x < 0.0, direction.y < 0.0, direction.z < 0.0)
                      : over_.core.vertex(over_.core.support(-direction));
    }
    /// The least of dot(direction, p) over the points p of the body.
    /// @param direction  unit
    [[nodiscard]] double lowestAlong(const glm::dvec3& direction) const {
        return glm::dot(direction, lowestVertex(direction)) - over_.core.convexRadius();
    }

    /// The vertices of a triangle in this frame.
    [[nodiscard]] TriangleCorners corners(std::uint32_t number) const { return over_.corners(number); }
    [[nodiscard]] ContactTriangle triangle(std::uint32_t number) const;
    /// The same for a triangle of a batch, whose floats are exact enough unless it is large.
    [[nodiscard]] TriangleCorners corners(const ActiveBatch& batch, std::uint32_t index) const;
    [[nodiscard]] ContactTriangle triangle(const ActiveBatch& batch, std::uint32_t index) const;

    /// Calls take(const ContactTriangle&) for the triangles near a segment, and perhaps for some others.
    template <class Take>
    void forEachTriangleNear(const glm::dvec3& from, const glm::dvec3& to, const Take& take) const {
        forEachTriangleIn(surface(), over_.boxAround(from, to),
                          [&](std::uint32_t number, const Triangle&) { take(triangle(number)); });
    }

    /// The separation of the body from a triangle's plane, along the triangle's normal.
    [[nodiscard]] double separationFromPlane(const ContactTriangle& triangle) const {
        return lowestAlong(triangle.outward) - glm::dot(triangle.outward, triangle.corners[0]);
    }
    /// The separation of the body from one triangle, without points. If it may be the margin, its bits are
    /// those of all verbs, so they agree whether the triangle is touched.
    [[nodiscard]] Separation separationOf(std::uint32_t triangle) const;
    /// The same, faster if a point of the body's core and a point of the triangle are known that face each
    /// other along a normal: they usually belong to the closest features.
    /// @param separation  of the surfaces at these points
    [[nodiscard]] Separation separationOf(std::uint32_t triangle, const glm::dvec3& onCore,
                                          double separation) const;
    /// The same if the shortest push off a triangle is known to be along its normal.
    [[nodiscard]] Separation separationOverFace(const ContactTriangle& triangle, double separation) const;
    /// Whether the body overlaps a triangle after a push, or begins to.
    [[nodiscard]] bool overlapsAfter(const glm::dvec3& push, std::uint32_t triangle) const;
    /// Meters: a corner of the body's face that is no deeper below a triangle counts as beside it. A thin
    /// body pierces the neighbor, and passes below the triangle itself without touching it.
    [[nodiscard]] double deepestBeside() const;
    /// Whether penetration() has an answer for a triangle of this separation.
    [[nodiscard]] bool isTouched(const Separation& exact) const {
        return static_cast<float>(exact.separation) < options_.margin;
    }

private:
    [[nodiscard]] Separation decided(std::uint32_t triangle, const Separation& separation) const;
    [[nodiscard]] std::optional<Separation> separationIfOverFace(const ContactTriangle& triangle,
                                                                 const glm::dvec3& lowest) const;
    [[nodiscard]] Separation alongNormal(const ContactTriangle& triangle, double separation) const;
    [[nodiscard]] VertexPairs closestVertices(const ContactTriangle& triangle,
                                              const glm::dvec3& onCore) const;
    [[nodiscard]] glm::dvec3 boxVertex(bool isRight, bool isBehind, bool isTop) const {
        return {isRight ? halfExtents_.x : -halfExtents_.x, isBehind ? halfExtents_.y : -halfExtents_.y,
                isTop ? halfExtents_.z : -halfExtents_.z};
    }

    ShapeRef shape_;
    std::uint32_t numberOfBody_;
    BodyOverSurface over_;
    CollideOptions options_;
    double margin_, bias_, tolerance_, sameHeight_;
    BoxInDouble box_;
    bool isOneSided_, isBox_;
    glm::dvec3 halfExtents_;  ///< of a box
};

}  // namespace sat3d::SAT3D_ABI
