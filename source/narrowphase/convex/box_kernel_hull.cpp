#include "narrowphase/convex/box_kernel_hull.hpp"

#include <algorithm>
#include <array>

namespace sat3d::SAT3D_ABI {

namespace {

using Row = HullAdjacency::Row;

/// Edges of thinner boxes are too short for contact manifolds, see HullAdjacency.
constexpr float kThin = 1e-4f;

/// The template that every box scales.
constexpr UnitBox kUnitBox;

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

BoxKernelHull::BoxKernelHull(const KernelBox& box) {
    static_cast<KernelBox&>(hull_) = box;
    hull_.innerRadius = kRoundedDown * leastOf(box.box->halfExtents);
    hull_.vertexCount = UnitBox::kVertices;
    hull_.faceCount = UnitBox::kFaces;
    hull_.setBlocks({&vertices_, 1}, {&planes_, 1});
    hull_.edgeFaces = kUnitBox.edgeFaces;
    hull_.faceIds = kUnitBox.faceIds;
    hull_.edgeIds = kUnitBox.edgeIds;
    scaleVertices();
    scaleFaces();
    scaleEdges();
}

void BoxKernelHull::scaleVertices() {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    for (std::size_t i = 0; i < KernelHull::kBlock; ++i) {
        vertices_.x[i] = half[0] * kUnitBox.vertices.x[i];
        vertices_.y[i] = half[1] * kUnitBox.vertices.y[i];
        vertices_.z[i] = half[2] * kUnitBox.vertices.z[i];
    }
}

void BoxKernelHull::scaleFaces() {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    planes_ = kUnitBox.planes;
    for (std::size_t face = 0; face < UnitBox::kFaces; ++face) {
        planes_.offset[face] = half[face / 2];
    }
}

void BoxKernelHull::scaleEdges() {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    for (std::size_t i = 0; i < UnitBox::kEdges; ++i) {
        KernelHull::Edge& edge = edges_[i];
        edge = kUnitBox.edges[i];
        edge.x[KernelHull::Edge::Vertex] *= half[0];
        edge.y[KernelHull::Edge::Vertex] *= half[1];
        edge.z[KernelHull::Edge::Vertex] *= half[2];
        edge.offset[KernelHull::Edge::Left] = half[edge.ends.faces[0] / 2u];
        edge.offset[KernelHull::Edge::Right] = half[edge.ends.faces[1] / 2u];
    }
    hull_.edges = edges_;
}

void BoxKernelHull::addAdjacency() {
    for (std::size_t face = 0; face < UnitBox::kFaces; ++face) {
        scaleLoop(face);
    }
    hull_.adjacency = {faces_, loops_, kUnitBox.fans, kUnitBox.fanFaces, kUnitBox.fanVertices};
}

void BoxKernelHull::scaleLoop(std::size_t face) {
    const std::array<float, 4>& half = hull_.box->halfExtents;
    constexpr std::size_t kSides = UnitBox::kSides, kRows = kSides * HullAdjacency::kRowCount;
    faces_[face] = kUnitBox.faces[face];
    faces_[face].normalOffset[3] = half[face / 2];
    const float halfU = half[axisOf(faces_[face].u)], halfV = half[axisOf(faces_[face].v)];
    float* const to = loops_.data() + kRows * face;
    std::copy_n(kUnitBox.loops.data() + kRows * face, kRows, to);
    for (std::size_t side = 0; side < kSides; ++side) {
        // Side 0 runs along u, side 1 along v, and so on.
        const float along = side % 2 == 0 ? halfU : halfV, across = side % 2 == 0 ? halfV : halfU;
        to[Row::X * kSides + side] *= halfU;
        to[Row::Y * kSides + side] *= halfV;
        to[Row::Offset * kSides + side] *= across;
        to[Row::Length * kSides + side] *= along;
    }
}

}  // namespace sat3d::SAT3D_ABI
