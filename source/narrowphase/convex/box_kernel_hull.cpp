#include "narrowphase/convex/box_kernel_hull.hpp"

#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/hull_data.hpp"

#include <algorithm>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

using Row = HullAdjacency::Row;

/// Edges of thinner boxes are too short for contact manifolds, see HullAdjacency.
constexpr float kThin = 1e-4f;

/// Rounding of the kernels' coordinates along an edge, as a fraction of the radius over half the edge's
/// length.
constexpr float kSlopeRounding = 3e-7f;

/// Whether `to` follows `from` in the loop of a face.
bool follows(std::uint32_t face, std::uint32_t from, std::uint32_t to) {
    const auto& loop = kBoxFaceVertices[face];
    const auto at = std::ranges::find(loop, from);
    return at != loop.end() && (at + 1 == loop.end() ? loop[0] : at[1]) == to;
}

std::uint32_t faceWithSide(std::uint32_t from, std::uint32_t to) {
    std::uint32_t face = 0;
    while (!follows(face, from, to)) {
        ++face;
    }
    return face;
}

/// The box with half extents of 1. Features have the numbers of a Box.
HullMesh unitBox() {
    HullMesh mesh;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const auto sign = [&](std::uint32_t axis) { return (i >> axis & 1u) != 0 ? 1.0f : -1.0f; };
        mesh.vertices.emplace_back(sign(0), sign(1), sign(2));
        mesh.inputIndices.push_back(i);
    }
    for (std::uint32_t face = 0; face < 6; ++face) {
        glm::dvec3 normal(0.0);
        normal[static_cast<int>(face / 2)] = face % 2 == 1 ? 1.0 : -1.0;
        mesh.faces.push_back({{normal, 1.0}, 4 * face, 4});
        mesh.faceIndices.insert(mesh.faceIndices.end(), kBoxFaceVertices[face].begin(),
                                kBoxFaceVertices[face].end());
    }
    for (std::uint32_t edge = 0; edge < kBoxEdgeCount; ++edge) {
        const auto [from, to] = endsOfBoxEdge(edge);
        mesh.edges.push_back({{from, to}, {faceWithSide(from, to), faceWithSide(to, from)}});
    }
    return mesh;
}

/// The template that every box scales.
const KernelHull& unitHull() {
    static const ConvexHull hull = ConvexHull::fromMesh(unitBox());
    return hull.data().kernel;
}

/// Bakes the template when the program loads, so that no query allocates.
[[maybe_unused]] const KernelHull& loadedUnitHull = unitHull();

constexpr float kRoundedDown = 1.0f - 1e-6f;

float leastOf(const std::array<float, 4>& half) {
    return std::min({half[0], half[1], half[2]});
}

/// Index of the only component of an axis that is not 0.
std::size_t axisOf(const float* vector) {
    return vector[0] != 0.0f ? 0 : (vector[1] != 0.0f ? 1 : 2);
}

}  // namespace

bool hasKernelHull(const KernelBox& box) {
    return leastOf(box.box->halfExtents) > kThin * box.radius;  // false for NaN
}

BoxKernelHull::BoxKernelHull(const KernelBox& box) : hull_(unitHull()) {
    static_cast<KernelBox&>(hull_) = box;
    hull_.innerRadius = kRoundedDown * leastOf(box.box->halfExtents);
    hull_.adjacency = {};
    scaleVertices();
    scaleFaces();
    scaleEdges();
}

void BoxKernelHull::scaleVertices() {
    const KernelHull& unit = unitHull();
    const std::array from{unit.vertexX, unit.vertexY, unit.vertexZ};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float half = hull_.box->halfExtents[axis];
        for (std::size_t i = 0; i < KernelHull::kSmall; ++i) {
            vertices_[axis][i] = half * from[axis][i];
        }
    }
    hull_.vertexX = vertices_[0].data(), hull_.vertexY = vertices_[1].data();
    hull_.vertexZ = vertices_[2].data();
}

void BoxKernelHull::scaleFaces() {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    std::copy_n(unitHull().faceOffset, KernelHull::kSmall, faceOffset_.begin());
    for (std::size_t face = 0; face < kFaces; ++face) {
        faceOffset_[face] = half[face / 2];
    }
    hull_.faceOffset = faceOffset_.data();
}

void BoxKernelHull::scaleEdges() {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    const KernelHull& unit = unitHull();
    for (std::size_t i = 0; i < kEdges; ++i) {
        KernelHull::Edge& edge = edges_[i];
        edge = unit.edges[i];
        edge.x[KernelHull::Edge::Vertex] *= half[0];
        edge.y[KernelHull::Edge::Vertex] *= half[1];
        edge.z[KernelHull::Edge::Vertex] *= half[2];
        const HullAdjacency::EdgeEnds& ends = unit.adjacency.edges[i];
        edge.offset[KernelHull::Edge::Left] = half[ends.faces[0] / 2u];
        edge.offset[KernelHull::Edge::Right] = half[ends.faces[1] / 2u];
    }
    hull_.edges = edges_;
}

void BoxKernelHull::addAdjacency() {
    hull_.adjacency = unitHull().adjacency;
    for (std::size_t i = 0; i < kVertices; ++i) {
        positions_[i] = {{vertices_[0][i], vertices_[1][i], vertices_[2][i], 0.0f}};
    }
    for (std::size_t face = 0; face < kFaces; ++face) {
        scaleLoop(face);
    }
    hull_.adjacency.vertices = positions_;
    hull_.adjacency.faces = faces_;
    hull_.adjacency.loops = loops_;
}

void BoxKernelHull::scaleLoop(std::size_t face) {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    const HullAdjacency& unit = unitHull().adjacency;
    faces_[face] = unit.faces[face];
    faces_[face].normalOffset[3] = half[face / 2];
    faces_[face].leastSlope = 1.0f - kSlopeRounding * hull_.radius / half[face / 2];
    const float halfU = half[axisOf(faces_[face].u)], halfV = half[axisOf(faces_[face].v)];
    const float* const from = unit.rowsOf(unit.faces[face]);
    float* const to = loops_.data() + (from - unit.loops.data());
    std::copy_n(from, HullAdjacency::kRowCount * kSides, to);
    for (std::size_t side = 0; side < kSides; ++side) {
        // Side 0 runs along u, side 1 along v, and so on.
        const float along = side % 2 == 0 ? halfU : halfV, across = side % 2 == 0 ? halfV : halfU;
        to[Row::X * kSides + side] *= halfU;
        to[Row::Y * kSides + side] *= halfV;
        to[Row::Offset * kSides + side] *= across;
        to[Row::Start * kSides + side] *= along;
        to[Row::Length * kSides + side] *= along;
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
