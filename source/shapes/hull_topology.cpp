#include "shapes/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
/// As the hull builder allows them.
constexpr double kMostMetres = 1e15;

/// Calls visit(face, corner, next) with places in the loops, for all corners in order.
template <class Visit>
void forEachCorner(const HullView& mesh, Visit&& visit) {
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        const std::uint32_t first = mesh.faces[face].firstVertex;
        const std::uint32_t end = first + mesh.faces[face].vertexCount;
        for (std::uint32_t corner = first; corner < end; ++corner) {
            visit(face, corner, corner + 1 == end ? first : corner + 1);
        }
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

std::vector<std::uint32_t> edgeSidesOf(const HullView& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sideFrom;  // by its two vertices
    for (std::uint32_t edge = 0; edge < mesh.edges.size(); ++edge) {
        const auto& [from, to] = mesh.edges[edge].vertices;
        sideFrom[{from, to}] = 2 * edge;
        sideFrom[{to, from}] = 2 * edge + 1;
    }
    std::vector<std::uint32_t> sides(mesh.loops.size());
    forEachCorner(mesh, [&](std::uint32_t, std::uint32_t corner, std::uint32_t next) {
        sides[corner] = sideFrom.at({mesh.loops[corner], mesh.loops[next]});
    });
    return sides;
}

std::string_view rebuildEdges(const HullView& mesh, std::span<const std::uint32_t> edgeSides,
                              std::span<HullMesh::Edge> edges, std::vector<std::uint32_t>& room) {
    if (mesh.vertices.size() < 4 || mesh.faces.size() < 4 ||
        mesh.vertices.size() + mesh.faces.size() != edges.size() + 2) {
        return "its vertices, edges and faces do not add up to a closed surface";
    }
    std::ranges::fill(edges, HullMesh::Edge{{kNone, kNone}, {kNone, kNone}});
    std::vector<std::uint32_t>& cornersAt = room;
    cornersAt.assign(mesh.vertices.size(), 0);
    bool sound = true;
    forEachCorner(mesh, [&](std::uint32_t face, std::uint32_t corner, std::uint32_t next) {
        HullMesh::Edge& edge = edges[edgeSides[corner] / 2];
        const std::uint32_t side = edgeSides[corner] % 2;
        const std::uint32_t from = mesh.loops[side == 0 ? corner : next];
        const std::uint32_t to = mesh.loops[side == 0 ? next : corner];
        const bool isNew = edge.faces[1 - side] == kNone;
        const bool isSame = edge.vertices[0] == from && edge.vertices[1] == to;
        sound &= edge.faces[side] == kNone && from != to && edge.faces[1 - side] != face && (isNew || isSame);
        edge.faces[side] = face;
        edge.vertices[0] = from;
        edge.vertices[1] = to;
        ++cornersAt[mesh.loops[corner]];
    });
    // As many corners as sides, and none taken twice: all are taken.
    const bool whole = std::ranges::all_of(cornersAt, [](std::uint32_t corners) { return corners >= 3; });
    return sound && whole ? "" : "its faces do not meet in edges";
}

std::string_view faultOfGeometry(const HullView& mesh, std::span<const std::uint32_t> edgeSides) {
    const auto largest = static_cast<double>(largestCoordinate(mesh.vertices));
    if (!(largest <= kMostMetres)) {
        return "a vertex is no number or too far away";
    }
    if (!(mesh.maxOutside >= 0.0 && mesh.maxOutside <= kMostMetres && mesh.maxFaceThickness >= 0.0 &&
          mesh.maxFaceThickness <= kMostMetres)) {
        return "its tolerances are no lengths";
    }
    for (const HullMesh::Face& face : mesh.faces) {
        if (!(std::abs(glm::dot(face.plane.normal, face.plane.normal) - 1.0) <= 1e-12) ||
            !(std::abs(face.plane.offset) <= 2.0 * kMostMetres)) {
            return "the plane of a face is none";
        }
    }
    const double noise = 1e-14 * largest;  // floats in doubles: the last bits of sums of products
    const double thickness = mesh.maxFaceThickness * (1.0 + 1e-9) + noise;
    double lowest = 0.0, highest = 0.0, mostBent = 0.0;  // of corners over their faces; over the next face
    for (const HullMesh::Face& face : mesh.faces) {
        const std::uint32_t* const loop = &mesh.loops[face.firstVertex];
        const std::uint32_t* const sides = &edgeSides[face.firstVertex];
        const std::uint32_t count = face.vertexCount;
        for (std::uint32_t corner = 0; corner < count; ++corner) {
            const double height = face.plane.distance(glm::dvec3(mesh.vertices[loop[corner]]));
            lowest = std::min(lowest, height);
            highest = std::max(highest, height);
            const std::uint32_t across = mesh.edges[sides[corner] / 2].faces[1 - sides[corner] % 2];
            const std::uint32_t afterNext = corner + 2 < count ? corner + 2 : corner + 2 - count;
            const glm::dvec3 third(mesh.vertices[loop[afterNext]]);
            mostBent = std::max(mostBent, mesh.faces[across].plane.distance(third));
        }
    }
    const bool straight = std::ranges::none_of(mesh.edges, [&](const HullMesh::Edge& edge) {
        return mesh.vertices[edge.vertices[0]] == mesh.vertices[edge.vertices[1]];
    });
    return !straight                                ? "an edge has no length"
           : -lowest > thickness || highest > noise ? "a corner is not in the plane of its face"
           : mostBent > noise                       ? "its faces do not bend outward"
                                                    : "";
}

}  // namespace sat3d::inline SAT3D_ABI::detail
