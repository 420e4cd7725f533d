#include "narrowphase/reference/polytope.hpp"

#include "math/compose.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/enclosing_sphere.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace sat3d::SAT3D_ABI {

Polytope::Polytope(const ConvexHull& hull)
    : vertices(hull.vertices()),
      faces(hull.faces()),
      faceIndices(hull.data().mesh.faceIndices),
      edges(hull.edges()),
      distinctNormals(hull.distinctNormals()),
      distinctEdgeDirections(hull.distinctEdgeDirections()),
      boundingSphere(hull.boundingSphere()) {}

PosedPolytope::PosedPolytope(ShapeRef shape, const DPose& pose, double prismDepth) : pose_(pose) {
    visitShape(
        shape, [&](const ConvexHull& hull) { polytope_ = Polytope(hull); },
        [&](const Box& box) { become(box); },
        [&](const detail::SurfaceTriangle& surface) { become(surface.triangle, prismDepth); },
        [](const auto&) {});
}

void PosedPolytope::become(const Box& box) {
    if (box.halfExtents.x <= 0.0f || box.halfExtents.y <= 0.0f || box.halfExtents.z <= 0.0f) {
        return;
    }
    pose_ = composed(pose_, {box.center, box.rotation});
    for (std::uint32_t i = 0; i < 8; ++i) {
        const glm::vec3& half = box.halfExtents;
        vertices_.emplace_back((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                               (i & 4) != 0 ? half.z : -half.z);
    }
    for (std::uint32_t face = 0; face < 6; ++face) {
        glm::dvec3 normal(0.0);
        normal[static_cast<int>(face / 2)] = face % 2 == 0 ? -1.0 : 1.0;
        addFace(kBoxFaceVertices[face], normal);
    }
    for (std::uint32_t edge = 0; edge < kBoxEdgeCount; ++edge) {
        const auto [from, to] = endsOfBoxEdge(edge);
        edges_.push_back({{from, to}, {}});
    }
    normals_ = directions_ = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    referToOwnArrays();
}

void PosedPolytope::become(const Triangle& triangle, double prismDepth) {
    if (!hasArea(triangle)) {
        return;
    }
    vertices_.assign(triangle.corners.begin(), triangle.corners.end());
    const glm::dvec3 normal = glm::normalize(areaNormal(triangle));
    const bool isPrism = prismDepth > 0.0;
    const std::uint32_t base = isPrism ? 3 : 0;  // the first vertex of the face that looks back
    for (std::uint32_t i = 0; isPrism && i < 3; ++i) {
        vertices_.emplace_back(glm::dvec3(triangle.corners[i]) - prismDepth * normal);
    }
    addFace(std::array<std::uint32_t, 3>{0, 1, 2}, normal);
    addFace(std::array<std::uint32_t, 3>{base, base + 2, base + 1}, -normal);
    normals_ = {normal};
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t next = (i + 1) % 3;
        edges_.push_back({{i, next}, {}});
        directions_.push_back(glm::normalize(glm::dvec3(vertices_[next]) - glm::dvec3(vertices_[i])));
    }
    for (std::uint32_t i = 0; isPrism && i < 3; ++i) {
        const std::uint32_t next = (i + 1) % 3;
        normals_.push_back(glm::cross(directions_[i], normal));
        addFace(std::array<std::uint32_t, 4>{i, i + 3, next + 3, next}, normals_.back());
        edges_.push_back({{i, i + 3}, {}});
        edges_.push_back({{i + 3, next + 3}, {}});
    }
    if (isPrism) {
        directions_.push_back(normal);
    }
    referToOwnArrays();
}

void PosedPolytope::addFace(std::span<const std::uint32_t> loop, const glm::dvec3& normal) {
    double offset = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t vertex : loop) {
        offset = std::max(offset, glm::dot(normal, glm::dvec3(vertices_[vertex])));
    }
    faces_.push_back({{normal, offset},
                      static_cast<std::uint32_t>(faceIndices_.size()),
                      static_cast<std::uint32_t>(loop.size())});
    faceIndices_.insert(faceIndices_.end(), loop.begin(), loop.end());
}

void PosedPolytope::referToOwnArrays() {
    Polytope& polytope = polytope_.emplace();
    polytope.vertices = vertices_;
    polytope.faces = faces_;
    polytope.faceIndices = faceIndices_;
    polytope.edges = edges_;
    polytope.distinctNormals = normals_;
    polytope.distinctEdgeDirections = directions_;
    polytope.boundingSphere = enclosingSphere(vertices_);
}

}  // namespace sat3d::SAT3D_ABI
