#include "shapes/convex_hull/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace sat3d::SAT3D_ABI {
namespace {

/// Largest coordinate that the hull builder accepts.
constexpr double kMaxMeters = 1e15;

/// Links every corner of a face to the next corner.
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

/// Returns the largest magnitude of all coordinates. If a coordinate is NaN or infinite, so is the result.
/// The magnitudes of floats have the same order as their bits, with infinity and NaN above all others.
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
    std::vector<std::uint32_t> next(mesh.faceIndices.size()), face(mesh.faceIndices.size());
    linkCorners(mesh, {next, face});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>
        cornerFrom;  // key: its vertex and the next one
    for (std::uint32_t corner = 0; corner < next.size(); ++corner) {
        cornerFrom[{mesh.faceIndices[corner], mesh.faceIndices[next[corner]]}] = corner;
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
                              std::span<HullMesh::Edge> edges, const TopologyScratch& scratch) {
    if (mesh.vertices.size() < 4 || mesh.faces.size() < 4 ||
        mesh.vertices.size() + mesh.faces.size() != edges.size() + 2) {
        return "its vertices, edges and faces do not add up to a closed surface";
    }
    linkCorners(mesh, scratch.corners);
    std::ranges::fill(scratch.cornersTaken, 0u);
    std::ranges::fill(scratch.edgesAt, 0u);
    std::uint32_t faults = 0;  // tested once at the end: valid files need no branches
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const std::uint32_t leftAt = edgeCorners[2 * k], rightAt = edgeCorners[2 * k + 1];
        const std::uint32_t left = scratch.corners.face[leftAt], right = scratch.corners.face[rightAt];
        const std::uint32_t from = mesh.faceIndices[leftAt], to = mesh.faceIndices[rightAt];
        faults |= (mesh.faceIndices[scratch.corners.next[leftAt]] ^ to) |
                  (mesh.faceIndices[scratch.corners.next[rightAt]] ^ from);
        faults |= std::uint32_t{from == to} | std::uint32_t{left == right};
        // If no corner is taken twice, each is taken once, because there are as many corners as sides of
        // edges.
        faults |= scratch.cornersTaken[leftAt]++;
        faults |= scratch.cornersTaken[rightAt]++;
        ++scratch.edgesAt[from];
        ++scratch.edgesAt[to];
        edges[k] = {{from, to}, {left, right}};
    }
    for (const std::uint32_t count : scratch.edgesAt) {
        faults |= std::uint32_t{count < 3};
    }
    return faults == 0 ? "" : "its faces do not meet in edges";
}

std::string_view faultOfGeometry(const HullView& mesh, std::span<const std::uint32_t> edgeCorners,
                                 const TopologyScratch& scratch) {
    const auto largest = static_cast<double>(largestCoordinate(mesh.vertices));
    if (!(largest <= kMaxMeters)) {
        return "a vertex is not finite or too far away";
    }
    if (!(mesh.maxInputDistance >= 0.0 && mesh.maxInputDistance <= kMaxMeters &&
          mesh.maxPlanarityError >= 0.0 && mesh.maxPlanarityError <= kMaxMeters)) {
        return "its tolerances are out of range";
    }
    bool arePlanes = true;
    for (const HullMesh::Face& face : mesh.faces) {
        arePlanes &= std::abs(glm::dot(face.plane.normal, face.plane.normal) - 1.0) <= 1e-12;
        arePlanes &= std::abs(face.plane.offset) <= 2.0 * kMaxMeters;
    }
    if (!arePlanes) {
        return "the plane of a face is invalid";
    }
    std::ranges::copy(mesh.vertices, scratch.positions.begin());
    const double noise = 1e-14 * largest;  // rounding error of the sums of products
    const double thickness = mesh.maxPlanarityError * (1.0 + 1e-9) + noise;
    // Heights of vertices: lowest and highest over their own face, mostBent over the neighboring face.
    double lowest = 0.0, highest = 0.0, mostBent = 0.0;
    bool straight = true;
    for (std::size_t k = 0; k < mesh.edges.size(); ++k) {
        const HullMesh::Edge& edge = mesh.edges[k];
        const Plane &left = mesh.faces[edge.faces[0]].plane, &right = mesh.faces[edge.faces[1]].plane;
        // Each edge tests one corner of each of its faces. Over all edges, these are all corners.
        const glm::dvec3 &from = scratch.positions[edge.vertices[0]],
                         &to = scratch.positions[edge.vertices[1]];
        const auto afterEdge = [&](std::uint32_t corner) -> const glm::dvec3& {
            return scratch.positions[mesh.faceIndices[scratch.corners.next[scratch.corners.next[corner]]]];
        };
        const double heightLeft = left.signedDistance(from), heightRight = right.signedDistance(to);
        lowest = std::min(lowest, std::min(heightLeft, heightRight));
        highest = std::max(highest, std::max(heightLeft, heightRight));
        const double bentLeft = right.signedDistance(afterEdge(edgeCorners[2 * k]));
        const double bentRight = left.signedDistance(afterEdge(edgeCorners[2 * k + 1]));
        mostBent = std::max(mostBent, std::max(bentLeft, bentRight));
        straight &= from != to;
    }
    return !straight                                ? "an edge has no length"
           : -lowest > thickness || highest > noise ? "a vertex is not in the plane of its face"
           : mostBent > noise                       ? "its faces are not convex"
                                                    : "";
}

}  // namespace sat3d::SAT3D_ABI
