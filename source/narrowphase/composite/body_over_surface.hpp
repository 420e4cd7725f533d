#pragma once

/// @file
/// A convex body in the frame in which it is compared with the triangles of a surface, and the triangles near
/// it.

#include "geometry/primitives/aabb_math.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/geometry/aabb.hpp>
#include <sat3d/geometry/bvh.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// The cells of a field whose ground meets a box.
/// @param take  (std::uint32_t column, std::uint32_t row)
template <class Take>
void forEachCellIn(const HeightFieldData& field, const BoxInDouble& box, const Take& take) {
    const auto cellsAlong = [&](int axis, std::uint32_t cells) {
        // Wider than the rounding of a cell's coordinates.
        constexpr double kRounding = 1e-6;
        const double size = double(field.cellSize[axis]), lower = box.lower[axis] / size,
                     upper = box.upper[axis] / size, most = double(cells);
        return std::array{
            static_cast<std::uint32_t>(std::clamp(lower - kRounding * (1.0 + std::abs(lower)), 0.0, most)),
            static_cast<std::uint32_t>(
                std::ceil(std::clamp(upper + kRounding * (1.0 + std::abs(upper)), 0.0, most)))};
    };
    const auto [firstRow, endRow] = cellsAlong(1, field.rows - 1);
    const auto [firstColumn, endColumn] = cellsAlong(0, field.columns - 1);
    for (std::uint32_t row = firstRow; row < endRow; ++row) {
        for (std::uint32_t column = firstColumn; column < endColumn; ++column) {
            const auto [lowest, highest] = field.rangeOfCell(column, row);
            if (double(lowest) <= box.upper.z && double(highest) >= box.lower.z &&
                field.isHole[std::size_t{row} * (field.columns - 1) + column] == 0) {
                take(column, row);
            }
        }
    }
}

/// Calls take(std::uint32_t item) for the items of a tree whose leaves overlap a box.
template <class Take>
void forEachItemIn(const Bvh& tree, const Aabb& box, const Take& take) {
    const std::span<const Bvh::Node> nodes = tree.nodes();
    std::array<std::uint32_t, Bvh::kMaxLevels + 1> open;
    std::size_t size = 0;
    if (!nodes.empty() && nodes[0].box.overlaps(box)) {
        open[size++] = 0;
    }
    while (size > 0) {
        const Bvh::Node& node = nodes[open[--size]];
        for (const std::uint32_t item : tree.items().subspan(node.count > 0 ? node.first : 0, node.count)) {
            take(item);
        }
        if (node.count == 0) {
            open[size] = node.first + 1;
            size += nodes[node.first + 1].box.overlaps(box) ? 1 : 0;
            open[size] = node.first;
            size += nodes[node.first].box.overlaps(box) ? 1 : 0;
        }
    }
}

/// Calls take(std::uint32_t number, const Triangle&) for the triangles whose boxes meet a box.
/// @param box  in the surface's frame
template <class Take>
void forEachTriangleIn(ShapeRef surface, const BoxInDouble& box, const Take& take) {
    if (surface.kind() == ShapeRef::Kind::TriangleMesh) {
        const MeshData& mesh = surface.mesh().data();
        forEachItemIn(mesh.tree, Aabb::around(box.lower, box.upper),
                      [&](std::uint32_t number) { take(number, mesh.triangle(number)); });
        return;
    }
    const HeightFieldData& field = surface.heightField().data();
    forEachCellIn(field, box, [&](std::uint32_t column, std::uint32_t row) {
        const std::uint32_t cell = row * (field.columns - 1) + column;
        const glm::vec3 corner = field.point(column, row), opposite = field.point(column + 1, row + 1);
        take(2 * cell, Triangle{{corner, field.point(column + 1, row), opposite}});
        take(2 * cell + 1, Triangle{{corner, opposite, field.point(column, row + 1)}});
    });
}

/// A convex body over a surface. The origin of the frame is the body's center, and its axes are those of the
/// body; for a Box they are those of the box, and for a sphere those of the world.
struct BodyOverSurface {
    BodyOverSurface(const ChildShape& posedBody, const PosedShape& posedSurface);

    ShapeRef body, surface;
    RigidTransform bodyInSurface;
    PairFrame verbFrame;  ///< of the pair in other verbs
    PairFrame frame;
    ConvexProxy core;
    BodyForTriangles kernelBody;
    glm::dvec3 center;  ///< in the surface's frame
    double rounding;    ///< meters: errors of rounding are smaller

    /// Adds a triangle of the surface to a batch that is not full.
    void add(TriangleBatch& batch, std::uint32_t number, const Triangle& triangle) const {
        batch.add(number, triangle, center, double(kernelBody.scale));
    }
    /// The vertices of a triangle in the frame.
    [[nodiscard]] std::array<glm::dvec3, 3> corners(std::uint32_t triangle) const;
    /// Whether the center is in front of a triangle or on its plane.
    [[nodiscard]] bool isInFront(std::uint32_t triangle) const {
        return sat3d::isInFront({triangleOf(surface, triangle), Sides::Front}, center);
    }
    /// A box around all triangles that may be closer than a distance, in the surface's frame.
    [[nodiscard]] BoxInDouble boxOfTriangles(double distance) const;
    /// A box around two points of the frame, in the surface's frame.
    [[nodiscard]] BoxInDouble boxAround(const glm::dvec3& a, const glm::dvec3& b) const;
    /// Judges triangles. In double where floats do not decide on which side of a plane the center lies.
    void judge(const TriangleBatch& triangles, const ActiveRange& range, ActiveBatch& judged) const;

private:
    void turnOver(ActiveBatch& judged, std::uint32_t index) const;
};

/// Calls take(const ActiveBatch&) for the triangles in a box, judged, up to 64 at a time.
/// @param box  see BodyOverSurface::boxOfTriangles()
template <class Take>
void forEachBatchIn(const BodyOverSurface& body, const BoxInDouble& box, const ActiveRange& range,
                    const Take& take) {
    TriangleBatch triangles;
    ActiveBatch judged;
    const auto passOn = [&] {
        body.judge(triangles, range, judged);
        take(judged);
        triangles.count = 0;
    };
    forEachTriangleIn(body.surface, box, [&](std::uint32_t number, const Triangle& triangle) {
        if (triangles.isFull()) {
            passOn();
        }
        body.add(triangles, number, triangle);
    });
    passOn();
}

}  // namespace sat3d::SAT3D_ABI
