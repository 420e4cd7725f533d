#pragma once

/// @file
/// The edge of a core whose normal separates it most from another core, and the ends of this edge.

#include "math/largest_magnitude.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_proxy.hpp"

#include <sat3d/planar/pose.hpp>

#include <glm/ext/vector_double2.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace sat3d::SAT3D_ABI {

/// The distance below which rounding spoils the direction between two points. Relative to their coordinates.
[[nodiscard]] inline double noiseOf(const glm::dvec2& a, const glm::dvec2& b) noexcept {
    return 1e-10 * (largestMagnitude(a) + largestMagnitude(b));
}

struct SeparatingEdge {
    double separation = -std::numeric_limits<double>::infinity();  ///< of the cores, along the normal
    std::uint32_t edge = 0;                                        ///< the lowest of equals
};

/// Returns the best edge of `owner`, which has edges, against `other`, which is bounded.
[[nodiscard]] SeparatingEdge bestEdge(const PlanarProxy& owner, const PlanarProxy& other,
                                      const PlanarTransform& otherInOwner) noexcept;

/// Returns the best edge of `owner`, which has edges, against a point in its frame.
[[nodiscard]] SeparatingEdge bestEdgeOfPoint(const PlanarProxy& owner, const glm::dvec2& point) noexcept;

/// Returns the vertex farthest against a direction, the lowest of equals.
/// @param direction  in the frame of the core
[[nodiscard]] std::uint32_t lowestVertex(const PlanarProxy& core, const glm::dvec2& direction) noexcept;

/// The end of an edge that a point lies beyond, seen along the edge.
struct EdgeEnd {
    bool isBeyond = false;     ///< false: the point is beside the edge; the rest has no meaning
    std::uint32_t vertex = 0;  ///< the end
    glm::dvec2 outward{0.0};   ///< unit, along the edge
};
/// @param normal  of the edge
[[nodiscard]] inline EdgeEnd endToward(const PlanarProxy& owner, std::uint32_t edge, const glm::dvec2& normal,
                                       const glm::dvec2& point) noexcept {
    const std::uint32_t next = owner.after(edge);
    const glm::dvec2 along = turnedLeft(normal);
    const bool isBefore = glm::dot(along, point - owner.vertex(edge)) < 0.0;
    return {isBefore || glm::dot(along, point - owner.vertex(next)) > 0.0, isBefore ? edge : next,
            isBefore ? -along : along};
}

/// Two vertices that face each other, and an axis that separates their cores.
struct FacingVertices {
    double separation;  ///< of the cores, along the axis
    glm::dvec2 axis;    ///< unit, from the owner to the other core
    std::uint32_t ofOwner, ofOther;
};
/// Returns what separates more: an edge of the owner, or its end as an edge of length 0. Only the end tells
/// cores without width apart that lie in one line.
/// @param atEdge  the separation of the edge, with its end and the vertex of the other core beyond the end
/// @param vertex  of the other core, farthest against the direction in which the end points
/// @param point   that vertex, in the owner's frame
[[nodiscard]] inline FacingVertices withEnd(const PlanarProxy& owner, const FacingVertices& atEdge,
                                            const EdgeEnd& end, std::uint32_t vertex,
                                            const glm::dvec2& point) noexcept {
    std::uint32_t farthest = lowestVertex(owner, -end.outward);
    const glm::dvec2 &top = owner.vertex(farthest), &own = owner.vertex(end.vertex);
    if (!(glm::dot(end.outward, top - own) > noiseOf(top, own))) {
        farthest = end.vertex;  // both are equally far, up to rounding
    }
    const double separation = glm::dot(end.outward, point - owner.vertex(farthest));
    return separation > atEdge.separation ? FacingVertices{separation, end.outward, farthest, vertex}
                                          : atEdge;
}

/// Returns the vertex of a core that is nearest to a point in its frame, starting from one on the side of the
/// point and going along the border. If edges are in one line, up to rounding, the start may be far away.
[[nodiscard]] inline std::uint32_t nearestVertex(const PlanarProxy& core, const glm::dvec2& point,
                                                 std::uint32_t vertex) noexcept {
    const auto squareOf = [&](std::uint32_t i) {
        return glm::dot(core.vertex(i) - point, core.vertex(i) - point);
    };
    double least = squareOf(vertex);
    for (std::uint32_t last = core.vertexCount(); last != vertex;) {
        last = vertex;
        for (const std::uint32_t neighbor : {core.before(last), core.after(last)}) {
            if (const double square = squareOf(neighbor); square < least) {
                least = square, vertex = neighbor;
            }
        }
    }
    return vertex;
}

/// Calls use(edge, height) for the edges at a vertex of a core beside which a point lies, in front of them.
/// @param point  in the frame of the core
template <class Use>
void forEdgesBeside(const PlanarProxy& core, std::uint32_t vertex, const glm::dvec2& point, const Use& use) {
    const double noise = noiseOf(point, core.vertex(vertex));
    for (const std::uint32_t edge : {core.before(vertex), vertex}) {
        const glm::dvec2 &from = core.vertex(edge), &along = core.vertex(core.after(edge)) - from;
        const double reach = glm::dot(along, point - from),
                     height = glm::dot(core.normal(edge), point) - core.offset()[edge];
        if (reach > 0.0 && reach < glm::dot(along, along) && height >= -noise) {
            use(edge, std::max(height, 0.0));
        }
    }
}

}  // namespace sat3d::SAT3D_ABI
