#include "shapes/hull_topology.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
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
void forEachCorner(const HullMesh& mesh, Visit&& visit) {
    for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
        const std::uint32_t first = mesh.faces[face].firstVertex;
        const std::uint32_t end = first + mesh.faces[face].vertexCount;
        for (std::uint32_t corner = first; corner < end; ++corner) {
            visit(face, corner, corner + 1 == end ? first : corner + 1);
        }
    }
}

bool isInRange(float coordinate) {
    return std::abs(static_cast<double>(coordinate)) <= kMostMetres;  // false for NaN
}

/// Floats in doubles: the last bits of sums of products.
double noiseOf(const HullMesh& mesh) {
    double largest = 0.0;
    for (const glm::vec3& v : mesh.vertices) {
        largest = std::max({largest, std::abs(static_cast<double>(v.x)), std::abs(static_cast<double>(v.y)),
                            std::abs(static_cast<double>(v.z))});
    }
    return 1e-14 * largest;
}

}  // namespace

std::vector<std::uint32_t> edgeSidesOf(const HullMesh& mesh) {
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

std::string_view rebuildEdges(HullMesh& mesh, const std::vector<std::uint32_t>& edgeSides) {
    const std::size_t edgeCount = mesh.loops.size() / 2;
    if (mesh.vertices.size() < 4 || mesh.faces.size() < 4 ||
        mesh.vertices.size() + mesh.faces.size() != edgeCount + 2) {
        return "its vertices, edges and faces do not add up to a closed surface";
    }
    mesh.edges.assign(edgeCount, HullMesh::Edge{{kNone, kNone}, {kNone, kNone}});
    std::vector<std::uint32_t> cornersAt(mesh.vertices.size(), 0);
    bool sound = true;
    forEachCorner(mesh, [&](std::uint32_t face, std::uint32_t corner, std::uint32_t next) {
        HullMesh::Edge& edge = mesh.edges[edgeSides[corner] / 2];
        const std::uint32_t side = edgeSides[corner] % 2;
        const std::uint32_t from = mesh.loops[side == 0 ? corner : next];
        const std::uint32_t to = mesh.loops[side == 0 ? next : corner];
        const bool isNew = edge.faces[1 - side] == kNone;
        sound = sound && edge.faces[side] == kNone && from != to && edge.faces[1 - side] != face &&
                (isNew || (edge.vertices[0] == from && edge.vertices[1] == to));
        edge.faces[side] = face;
        edge.vertices[0] = from;
        edge.vertices[1] = to;
        ++cornersAt[mesh.loops[corner]];
    });
    // As many corners as sides, and none taken twice: all are taken.
    const bool whole = std::ranges::all_of(cornersAt, [](std::uint32_t corners) { return corners >= 3; });
    return sound && whole ? "" : "its faces do not meet in edges";
}

std::string_view faultOfGeometry(const HullMesh& mesh, const std::vector<std::uint32_t>& edgeSides) {
    if (!std::ranges::all_of(mesh.vertices, [](const glm::vec3& v) {
            return isInRange(v.x) && isInRange(v.y) && isInRange(v.z);
        })) {
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
    const double noise = noiseOf(mesh);
    const double thickness = mesh.maxFaceThickness * (1.0 + 1e-9) + noise;
    bool flat = true, convex = true, straight = true;
    forEachCorner(mesh, [&](std::uint32_t face, std::uint32_t corner, std::uint32_t) {
        const glm::dvec3 here(mesh.vertices[mesh.loops[corner]]);
        const double below = -mesh.faces[face].plane.distance(here);
        flat = flat && below <= thickness && below >= -noise;
        const HullMesh::Edge& edge = mesh.edges[edgeSides[corner] / 2];
        const std::uint32_t across = edge.faces[1 - edgeSides[corner] % 2];
        const std::uint32_t first = mesh.faces[face].firstVertex;
        const std::uint32_t count = mesh.faces[face].vertexCount;
        const std::uint32_t afterNext = corner + 2 < first + count ? corner + 2 : corner + 2 - count;
        const glm::dvec3 third(mesh.vertices[mesh.loops[afterNext]]);
        convex = convex && mesh.faces[across].plane.distance(third) <= noise;
        straight = straight && mesh.vertices[edge.vertices[0]] != mesh.vertices[edge.vertices[1]];
    });
    if (!straight) {
        return "an edge has no length";
    }
    return !flat     ? "a corner is not in the plane of its face"
           : !convex ? "its faces do not bend outward"
                     : "";
}

}  // namespace sat3d::inline SAT3D_ABI::detail
