#include "narrowphase/kernels/round/nearest_on_hull.hpp"

#include "core/no_index.hpp"
#include "narrowphase/pair/contact_tolerances.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns the closest point of one face.
/// @param height  of the point over the plane of the face
NearestOnHull nearestOnFace(const HullData& hull, const glm::dvec3& point, std::uint32_t face,
                            double height) {
    const std::uint32_t id = hull.kernel.faceIds[face];
    const glm::dvec3& normal = hull.mesh.faces[id].plane.normal;
    const std::span<const std::uint32_t> loop = hull.mesh.verticesOfFace(id);
    NearestOnHull nearest{point - height * normal,
                          std::numeric_limits<double>::infinity(),
                          NearestOnHull::Feature::Face,
                          face,
                          {}};
    std::uint32_t from = loop.back();
    glm::dvec3 start(hull.mesh.vertices[from]);
    for (const std::uint32_t to : loop) {
        const glm::dvec3 end(hull.mesh.vertices[to]), along = end - start, aside = point - start;
        if (glm::dot(aside, glm::cross(along, normal)) > 0.0) {
            const double advance = glm::dot(aside, along), squaredLength = glm::dot(along, along);
            const bool isBefore = !(advance > 0.0), isBeyond = advance >= squaredLength;
            const glm::dvec3 closest = isBefore   ? start
                                       : isBeyond ? end
                                                  : start + (advance / squaredLength) * along;
            const glm::dvec3 apart = point - closest;
            const double squared = glm::dot(apart, apart);
            if (squared < nearest.squaredDistance) {
                nearest.point = closest;
                nearest.squaredDistance = squared;
                nearest.feature =
                    isBefore || isBeyond ? NearestOnHull::Feature::Vertex : NearestOnHull::Feature::Edge;
                nearest.vertices = {isBeyond ? to : from, isBefore ? from : to};
            }
        }
        from = to;
        start = end;
    }
    if (nearest.feature == NearestOnHull::Feature::Face) {
        nearest.squaredDistance = height > 0.0 ? height * height : 0.0;
    }
    return nearest;
}

double heightOver(const HullData& hull, const glm::dvec3& point, std::uint32_t face) {
    const Plane& plane = hull.mesh.faces[hull.kernel.faceIds[face]].plane;
    return glm::dot(plane.normal, point) - plane.offset;
}

/// The kernel's number of the edge between two faces, or kNoIndex. Edges are sorted by their faces.
std::uint32_t edgeBetween(const KernelHull& hull, std::uint32_t one, std::uint32_t other) {
    const auto keyOf = [](std::uint32_t a, std::uint32_t b) {
        return std::pair(std::min(a, b), std::max(a, b));
    };
    const auto keyOfEdge = [&](const KernelHull::Edge& edge) {
        return keyOf(edge.ends.faces[0], edge.ends.faces[1]);
    };
    const auto wanted = keyOf(one, other);
    const auto edge = std::ranges::lower_bound(hull.edges, wanted, {}, keyOfEdge);
    return edge != hull.edges.end() && keyOfEdge(*edge) == wanted
               ? static_cast<std::uint32_t>(edge - hull.edges.begin())
               : kNoIndex;
}

}  // namespace

NearestOnHull nearestOnHull(const HullData& hull, const glm::dvec3& point, std::uint32_t face) noexcept {
    const HullAdjacency& adjacency = hull.kernel.adjacency;
    const double noise =
        kTouchingCores * static_cast<double>(hull.kernel.radius) + 2.0 * hull.mesh.maxPlanarityError;
    NearestOnHull nearest = nearestOnFace(hull, point, face, heightOver(hull, point, face));
    while (nearest.feature != NearestOnHull::Feature::Face) {
        const NearestOnHull last = nearest;
        const HullAdjacency::Fan fan = adjacency.fans[last.vertices[0]];
        for (const std::uint16_t neighbor : adjacency.fanFaces.subspan(fan.first, fan.count)) {
            const double height = heightOver(hull, point, neighbor);
            if (neighbor != last.face && height > -noise) {
                const NearestOnHull other = nearestOnFace(hull, point, neighbor, height);
                if (other.squaredDistance < nearest.squaredDistance) {
                    nearest = other;
                }
            }
        }
        if (nearest.face == last.face) {
            break;
        }
    }
    return nearest;
}

std::uint32_t meshEdgeOf(const HullData& hull, const NearestOnHull& nearest) noexcept {
    const HullAdjacency& adjacency = hull.kernel.adjacency;
    const auto [from, to] = nearest.vertices;
    const HullAdjacency::Fan fan = adjacency.fans[from];
    for (const std::uint16_t neighbor : adjacency.fanFaces.subspan(fan.first, fan.count)) {
        const std::uint32_t edge = edgeBetween(hull.kernel, nearest.face, neighbor);
        if (edge != kNoIndex) {
            const auto& ends = hull.kernel.edges[edge].ends.vertices;
            if ((ends[0] == from && ends[1] == to) || (ends[0] == to && ends[1] == from)) {
                return hull.kernel.edgeIds[edge];
            }
        }
    }
    return 0;  // never: every side of a face is an edge
}

}  // namespace sat3d::SAT3D_ABI
