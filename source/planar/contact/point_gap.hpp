#pragma once

/// @file
/// The signed separation of a point and a core. Circles reduce to it. Inline, because gaps that are handed
/// over in memory take as long as the rest (see core/store_forwarding.hpp).

#include "math/ray_rounding.hpp"
#include "planar/contact/edge_search.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/ray/planar_inside.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <hwy/base.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// Writes the gap between two vertices, member by member (see core/store_forwarding.hpp).
/// @param facing  the vertices. Their distance is not less than the separation along its axis, which is the
///                normal if they nearly coincide
HWY_INLINE void writeVertexGap(const glm::dvec2& onA, const glm::dvec2& onB, const FacingVertices& facing,
                               PlanarGap& gap) noexcept {
    const glm::dvec2 between = onB - onA;
    const double distance = std::sqrt(glm::dot(between, between));
    const bool isClear = distance > noiseOf(onA, onB);
    const double scale = isClear ? 1.0 / distance : 0.0;
    gap.separation = std::max(distance, facing.separation);
    gap.normal.x = isClear ? between.x * scale : facing.axis.x;
    gap.normal.y = isClear ? between.y * scale : facing.axis.y;
    gap.pointA = onA;
    gap.pointB = onB;
    gap.features.kind = PlanarFeatures::Kind::Vertices;
    gap.features.a = facing.ofOwner;
    gap.features.b = facing.ofOther;
}

/// The separation of a point that is at most a rounding below a border is 0: it only touches, as for rays.
/// @param reach  a bound of the coordinates: see roundingOf()
[[nodiscard]] inline double separationOfPoint(double separation, double reach) noexcept {
    return separation < 0.0 && separation >= -kRayRounding * reach ? 0.0 : separation;
}

/// Computes the separation of a shape, as A, and a circle, as B, in the frame of the shape's core; the points
/// are those of the core and the center. Returns false, with a gap that is not complete, if it is at least
/// `limit`.
[[nodiscard]] HWY_INLINE bool findPointGap(const PlanarProxy& core, const glm::dvec2& point,
                                           double pointRadius, double limit, PlanarGap& gap) noexcept {
    const double radii = core.radius() + pointRadius;
    const bool isPoint = pointRadius == 0.0 || (core.isPoint() && core.radius() == 0.0);
    const auto finish = [&](double separation) {
        separation -= radii;
        gap.separation =
            isPoint && separation < 0.0
                ? separationOfPoint(separation, reachOf(point) + pointRadius + reachOf(core.shape()))
                : separation;
        return gap.separation < limit;
    };
    if (core.edgeCount() == 0) {
        writeVertexGap(core.vertex(0), point, {0.0, glm::dvec2(1.0, 0.0), 0, 0}, gap);
        return finish(gap.separation);
    }
    SeparatingEdge best = bestEdgeOfPoint(core, point);
    if (!(best.separation - radii < limit)) {
        return false;
    }
    if (core.isBounded()) {
        const glm::dvec2 axis = core.normal(best.edge);
        const EdgeEnd end = endToward(core, best.edge, axis, point);
        if (end.isBeyond) {
            FacingVertices facing = withEnd(core, {best.separation, axis, end.vertex, 0}, end, 0, point);
            if (facing.separation > 0.0) {
                // Several edges of a polygon may lie in one line. Rounding may have chosen one of them that
                // the point is not beside. Segments and boxes have no such edges and spare the search.
                const bool mayHaveEdgesInLine = core.edgeCount() > 2 && !core.isBox();
                if (mayHaveEdgesInLine) {
                    facing.ofOwner = nearestVertex(core, point, facing.ofOwner);
                }
                writeVertexGap(core.vertex(facing.ofOwner), point, facing, gap);
                bool isBeside = false;
                if (mayHaveEdgesInLine) {
                    forEdgesBeside(core, facing.ofOwner, point, [&](std::uint32_t edge, double height) {
                        if (height < gap.separation) {
                            isBeside = true;
                            best.edge = edge;
                        }
                    });
                }
                if (!isBeside) {
                    return finish(gap.separation);
                }
            }
        }
    }
    const glm::dvec2 normal = core.normal(best.edge);
    gap.normal = normal;
    gap.pointA = point - best.separation * normal;
    gap.pointB = point;
    gap.features.kind = PlanarFeatures::Kind::EdgeA;
    gap.features.a = best.edge;
    gap.features.b = 0;
    return finish(best.separation);
}

}  // namespace sat3d::SAT3D_ABI
