#pragma once

/// @file
/// A convex body in the frame in which it is compared with the triangles of a surface, and the triangles near
/// it.

#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/composite/triangle_gather.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/kernels/triangles/triangle_kernels.hpp"
#include "narrowphase/pair/pair_frame.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_double3.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

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
