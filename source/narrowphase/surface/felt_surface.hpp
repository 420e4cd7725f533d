#pragma once

/// @file
/// The triangles of a surface that a convex body may touch.

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

using TriangleCorners = std::array<glm::dvec3, 3>;

/// A triangle that a body may touch, in the pair's frame.
struct FeltTriangle {
    std::uint32_t number;
    TriangleCorners corners;  ///< numbered as in the surface
    glm::dvec3 outward;       ///< unit normal toward the body's center
    glm::dvec3 lowest;        ///< the vertex of the body's core that is deepest along it
    double separation;        ///< of the body along that normal, from the triangle's plane; negative: overlap
    bool isBack;              ///< whether the body's center is behind the triangle
};

/// Returns the least of dot(direction, p) over the points p of a shape.
/// @param direction  unit
[[nodiscard]] inline double lowestAlong(const ConvexProxy& shape, const glm::dvec3& direction) noexcept {
    return glm::dot(direction, shape.vertex(shape.support(-direction))) - shape.convexRadius();
}
[[nodiscard]] inline double highestAlong(const TriangleCorners& corners,
                                         const glm::dvec3& direction) noexcept {
    return std::max(
        {glm::dot(direction, corners[0]), glm::dot(direction, corners[1]), glm::dot(direction, corners[2])});
}

/// A convex body and a surface, in the frame of their pair.
class FeltSurface {
public:
    /// @param body     a convex child
    /// @param surface  a TriangleMesh or a HeightField
    /// @param margin   meters: a triangle farther away is not felt
    FeltSurface(const ChildShape& body, const PosedShape& surface, double margin);

    [[nodiscard]] const ConvexProxy& body() const { return body_; }
    [[nodiscard]] ShapeRef surface() const { return surface_; }
    [[nodiscard]] const PairFrame& frame() const { return frame_; }
    [[nodiscard]] double margin() const { return margin_; }
    [[nodiscard]] bool isOneSided() const { return isOneSided_; }
    /// Meters: an error of rounding is smaller.
    [[nodiscard]] double rounding() const { return rounding_; }

    [[nodiscard]] Triangle triangle(std::uint32_t number) const;
    /// The vertices of a triangle in the pair's frame.
    [[nodiscard]] TriangleCorners corners(std::uint32_t number) const { return inPair(triangle(number)); }
    /// Returns the triangle unless it is certain that the body does not touch it: on a side that does not
    /// collide, beyond its plane, or beyond a face of the body.
    [[nodiscard]] std::optional<FeltTriangle> felt(std::uint32_t number) const {
        return felt(number, triangle(number));
    }

    /// Calls take(const FeltTriangle&) for all triangles that the body feels.
    template <class Take>
    void forEachFelt(const Take& take) const {
        forEachNear([&](std::uint32_t number, const Triangle& shape) {
            if (const auto triangle = felt(number, shape)) {
                take(*triangle);
            }
        });
    }

private:
    [[nodiscard]] std::optional<FeltTriangle> felt(std::uint32_t number, const Triangle& shape) const;
    [[nodiscard]] TriangleCorners inPair(const Triangle& triangle) const;
    [[nodiscard]] bool isBeyondAFace(const TriangleCorners& corners) const;
    [[nodiscard]] bool isBesideAnEdge(const FeltTriangle& triangle) const;

    /// Calls take(number, triangle) for the triangles whose boxes are near the body's.
    template <class Take>
    void forEachNear(const Take& take) const;

    ShapeRef surface_;
    PairFrame frame_;
    ConvexProxy body_;
    glm::dvec3 center_;  ///< of the body, in the surface's frame
    Aabb box_;           ///< around the body, or around the core of a round one; in the surface's frame
    double margin_, boxSlack_, rounding_;
    bool isOneSided_;
};

template <class Take>
void FeltSurface::forEachNear(const Take& take) const {
    const double reach = margin_ + boxSlack_;
    if (surface_.kind() == ShapeRef::Kind::TriangleMesh) {
        const detail::MeshData& mesh = surface_.mesh().data();
        const auto bound = [&](const Aabb& other) { return gapBetween(box_, other); };
        mesh.tree.traverse(reach, bound, [&](std::uint32_t number, double limit) {
            take(number, mesh.triangle(number));
            return limit;
        });
        return;
    }
    const detail::HeightFieldData& field = surface_.heightField().data();
    const auto cellsAlong = [&](int axis, std::uint32_t cells) {
        const double size = double(field.cellSize[axis]), lower = double(box_.lower[axis]) - reach,
                     upper = double(box_.upper[axis]) + reach, most = double(cells);
        return std::array{static_cast<std::uint32_t>(std::clamp(lower / size, 0.0, most)),
                          static_cast<std::uint32_t>(std::ceil(std::clamp(upper / size, 0.0, most)))};
    };
    const auto [firstRow, endRow] = cellsAlong(1, field.rows - 1);
    const auto [firstColumn, endColumn] = cellsAlong(0, field.columns - 1);
    for (std::uint32_t row = firstRow; row < endRow; ++row) {
        for (std::uint32_t column = firstColumn; column < endColumn; ++column) {
            const std::uint32_t cell = row * (field.columns - 1) + column;
            const auto [lowest, highest] = field.rangeOfCell(column, row);
            if (field.isHole[cell] == 0 && double(lowest) <= double(box_.upper.z) + reach &&
                double(highest) >= double(box_.lower.z) - reach &&
                gapBetween(box_, field.box(0, column, row)) <= reach) {
                const glm::vec3 corner = field.point(column, row),
                                opposite = field.point(column + 1, row + 1);
                take(2 * cell, Triangle{{corner, field.point(column + 1, row), opposite}});
                take(2 * cell + 1, Triangle{{corner, opposite, field.point(column, row + 1)}});
            }
        }
    }
}

}  // namespace sat3d::inline SAT3D_ABI
