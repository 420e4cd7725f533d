#include "shapes/convex_hull/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {
namespace {

/// As the hull builder allows them.
constexpr double kMostMetres = 1e15;

/// Tells every corner which one follows it in its face's loop.
void linkCorners(const HullView& mesh, const HullCorners& corners) {
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        const std::uint32_t first = mesh.faces[face].firstVertex;
        const std::uint32_t last = first + mesh.faces[face].vertexCount - 1;
        for (std::uint32_t corner = first; corner <= last; ++corner) {
            corners.next[corner] = corner + 1;
            corners.face[corner] = face;
        }
        corners.next[last] = first;
    }
}

/// Of all coordinates; not finite where one is not. Magnitudes of floats are ordered like their bits,
/// infinity and NaN above all.
float largestCoordinate(std::span<const glm::vec3> vertices) {
    std::uint32_t largest = 0;
    for (const glm::vec3& v : vertices) {
        for (const float coordinate : {v.x, v.y, v.z}) {
            largest = std::max(largest, std::bit_cast<std::uint32_t>(coordinate) & 0x7fffffffu);
        }
    }
    return std::bit_cast<float>(largest);
}

}  // namespace

std::vector<std::uint32_t> edgeCornersOf(const HullView& mesh) {
    std::vector<std::uint32_t> next(mesh.loops.size()), face(mesh.loops.size());
    linkCorners(mesh, {next, face});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        cornerFrom;  // by its vertex and the next
    for (std::uint32_t corner = 0; corner < next.size(); ++corner) {
        cornerFrom[{mesh.loops[corner], mesh.loops[next[corner]]}] = corner;
    }
    std::vector<std::uint32_t> edgeCorners;
    edgeCorners.reserve(next.size());
    for (const HullMesh::Edge& edge : mesh.edges) {
        const auto& [from, to] = edge.vertices;
        edgeCorners.push_back(cornerFrom.at({from, to}));
        edgeCorners.push_back(cornerFrom.at({to, from}));
    }
    return edgeCorners;
}

std::string_view rebuildEdges(const HullView& mesh, std::span<const std::uint32_t> edgeCorners,
                              std::span<HullMesh::Edge> edges, const TopologyRoom& room) {
    if (mesh.vertices.size() < 4 || mesh.faces.size() < 4 ||
        mesh.vertices.size() + mesh.faces.size() != edges.size() + 2) {
        return "its vertices, edges and faces do not add up to a closed surface";
    }
    linkCorners(mesh, room.corners);
    std::ranges::fill(room.cornersTaken, 0u);
    std::ranges::fill(room.edgesAt, 0u);
    std::uint32_t faults = 0;  // not looked at before the end: sound files need no branches
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const std::uint32_t leftAt = edgeCorners[2 * k], rightAt = edgeCorners[2 * k + 1];
        const std::uint32_t left = room.corners.face[leftAt], right = room.corners.face[rightAt];
        const std::uint32_t from = mesh.loops[leftAt], to = mesh.loops[rightAt];
        faults |=
            (mesh.loops[room.corners.next[leftAt]] ^ to) | (mesh.loops[room.corners.next[rightAt]] ^ from);
        faults |= std::uint32_t{from == to} | std::uint32_t{left == right};
        faults |= room.cornersTaken[leftAt]++;  // as many corners as sides, and none taken twice: all are
        faults |= room.cornersTaken[rightAt]++;
        ++room.edgesAt[from];
        ++room.edgesAt[to];
        edges[k] = {{from, to}, {left, right}};
    }
    for (const std::uint32_t count : room.edgesAt) {
        faults |= std::uint32_t{count < 3};
    }
    return faults == 0 ? "" : "its faces do not meet in edges";
}

std::string_view faultOfGeometry(const HullView& mesh, std::span<const std::uint32_t> edgeCorners,
                                 const TopologyRoom& room) {
    const auto largest = static_cast<double>(largestCoordinate(mesh.vertices));
    if (!(largest <= kMostMetres)) {
        return "a vertex is no number or too far away";
    }
    if (!(mesh.maxOutside >= 0.0 && mesh.maxOutside <= kMostMetres && mesh.maxFaceThickness >= 0.0 &&
          mesh.maxFaceThickness <= kMostMetres)) {
        return "its tolerances are no lengths";
    }
    bool arePlanes = true;
    for (const HullMesh::Face& face : mesh.faces) {
        arePlanes &= std::abs(glm::dot(face.plane.normal, face.plane.normal) - 1.0) <= 1e-12;
        arePlanes &= std::abs(face.plane.offset) <= 2.0 * kMostMetres;
    }
    if (!arePlanes) {
        return "the plane of a face is none";
    }
    std::ranges::copy(mesh.vertices, room.positions.begin());
    const double noise = 1e-14 * largest;  // floats in doubles: the last bits of sums of products
    const double thickness = mesh.maxFaceThickness * (1.0 + 1e-9) + noise;
    double lowest = 0.0, highest = 0.0, mostBent = 0.0;  // of corners over their faces; over the next face
    bool straight = true;
    for (std::size_t k = 0; k < mesh.edges.size(); ++k) {
        const HullMesh::Edge& edge = mesh.edges[k];
        const Plane &left = mesh.faces[edge.faces[0]].plane, &right = mesh.faces[edge.faces[1]].plane;
        // One corner of each face, and in each face the one after the edge: over all edges, all corners.
        const glm::dvec3 &from = room.positions[edge.vertices[0]], &to = room.positions[edge.vertices[1]];
        const auto afterEdge = [&](std::uint32_t corner) -> const glm::dvec3& {
            return room.positions[mesh.loops[room.corners.next[room.corners.next[corner]]]];
        };
        const double heightLeft = left.distance(from), heightRight = right.distance(to);
        lowest = std::min(lowest, std::min(heightLeft, heightRight));
        highest = std::max(highest, std::max(heightLeft, heightRight));
        const double bentLeft = right.distance(afterEdge(edgeCorners[2 * k]));
        const double bentRight = left.distance(afterEdge(edgeCorners[2 * k + 1]));
        mostBent = std::max(mostBent, std::max(bentLeft, bentRight));
        straight &= from != to;
    }
    return !straight                                ? "an edge has no length"
           : -lowest > thickness || highest > noise ? "a corner is not in the plane of its face"
           : mostBent > noise                       ? "its faces do not bend outward"
                                                    : "";
}

}  // namespace sat3d::inline SAT3D_ABI::detail
