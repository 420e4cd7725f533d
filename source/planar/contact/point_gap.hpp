#pragma once

/// @file
/// The signed separation of a point and a core. Circles reduce to it. Inline, because gaps that are handed
/// over in memory take as long as the rest (see core/store_forwarding.hpp).

#include "planar/contact/edge_search.hpp"
#include "planar/contact/planar_gap.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/core/config.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>
#include <hwy/base.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Below this distance, relative to the coordinates, rounding spoils the direction between two points.
inline constexpr double kTouchingPoints = 1e-10;

[[nodiscard]] inline double largestComponent(const glm::dvec2& v) {
    return std::max(std::abs(v.x), std::abs(v.y));
}

/// Writes the gap between two vertices, member by member (see core/store_forwarding.hpp).
/// @param otherwise  the normal if the vertices nearly coincide
HWY_INLINE void writeVertexGap(const glm::dvec2& onA, const glm::dvec2& onB, const glm::dvec2& otherwise,
                               std::uint32_t vertexOfA, std::uint32_t vertexOfB, PlanarGap& gap) noexcept {
    const glm::dvec2 between = onB - onA;
    const double distance = std::sqrt(glm::dot(between, between));
    const bool isClear = distance > kTouchingPoints * (largestComponent(onA) + largestComponent(onB));
    const double scale = isClear ? 1.0 / distance : 0.0;
    gap.separation = distance;
    gap.normal.x = isClear ? between.x * scale : otherwise.x;
    gap.normal.y = isClear ? between.y * scale : otherwise.y;
    gap.pointA = onA;
    gap.pointB = onB;
    gap.features.kind = PlanarFeatures::Kind::Vertices;
    gap.features.a = vertexOfA;
    gap.features.b = vertexOfB;
}

/// Computes the separation of a core, as A, and a point, as B, in the frame of the core. Returns
/// false, with a gap that is not complete, if the separation minus `radii` is at least `limit`.
/// @param radii  of both shapes, added up
[[nodiscard]] HWY_INLINE bool findPointGap(const PlanarProxy& core, const glm::dvec2& point, double radii,
                                           double limit, PlanarGap& gap) noexcept {
    if (core.edgeCount() == 0) {
        writeVertexGap(core.vertex(0), point, glm::dvec2(1.0, 0.0), 0, 0, gap);
        gap.separation -= radii;
        return gap.separation < limit;
    }
    const SeparatingEdge best = bestEdgeOfPoint(core, point);
    if (!(best.separation - radii < limit)) {
        return false;
    }
    const glm::dvec2 normal = core.normal(best.edge);
    if (core.isBounded() && best.separation > 0.0) {
        const std::uint32_t next = core.after(best.edge);
        const glm::dvec2 along = turnedLeft(normal);
        const bool isBefore = glm::dot(along, point - core.vertex(best.edge)) < 0.0;
        if (isBefore || glm::dot(along, point - core.vertex(next)) > 0.0) {
            const std::uint32_t vertex = isBefore ? best.edge : next;
            writeVertexGap(core.vertex(vertex), point, normal, vertex, 0, gap);
            gap.separation -= radii;
            return gap.separation < limit;
        }
    }
    gap.separation = best.separation - radii;
    gap.normal = normal;
    gap.pointA = point - best.separation * normal;
    gap.pointB = point;
    gap.features.kind = PlanarFeatures::Kind::EdgeA;
    gap.features.a = best.edge;
    gap.features.b = 0;
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI
