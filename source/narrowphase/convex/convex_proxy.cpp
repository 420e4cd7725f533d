#include "narrowphase/convex/convex_proxy.hpp"

#include "narrowphase/kernels/hull/support_vertex.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "shapes/basic/box_frame.hpp"
#include "shapes/basic/box_topology.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

namespace {

/// Direct access to the arrays of a hull. The public functions would cost a call for each vertex.
const HullView& meshOf(const ConvexHull& hull) {
    return hull.data().mesh;
}

constexpr std::array<std::array<std::uint32_t, 3>, 2> kTriangleFaces{{{0, 1, 2}, {0, 2, 1}}};

glm::dvec3 transformed(const RigidTransform& transform, const glm::vec3& point) {
    return transform.rotation * glm::dvec3(point) + transform.translation;
}

/// Index of the largest value; if several tie, the lowest index.
template <class Value>
std::uint32_t indexOfLargest(std::uint32_t count, const Value& value) {
    std::uint32_t best = 0;
    double largest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < count; ++i) {
        const double here = value(i);
        if (here > largest) {
            largest = here;
            best = i;
        }
    }
    return best;
}

}  // namespace

ConvexProxy::ConvexProxy(ShapeRef shape, const RigidTransform& toPair) {
    visitShape(
        shape, [&](const Sphere& sphere) { become(sphere, toPair); },
        [&](const Capsule& capsule) { become(capsule, toPair); },
        [&](const Box& box) { become(box, toPair); }, [&](const ConvexHull& hull) { become(hull, toPair); },
        [&](const detail::SurfaceTriangle& surface) { become(surface.triangle, toPair); },
        [](const auto&) {});  // never called
}

void ConvexProxy::become(const Sphere& sphere, const RigidTransform& toPair) {
    convexRadius_ = sphere.radius;
    center_ = vertices_[0] = transformed(toPair, sphere.center);
    vertexCount_ = 1;
}

void ConvexProxy::become(const Capsule& capsule, const RigidTransform& toPair) {
    convexRadius_ = capsule.radius;
    vertices_[0] = transformed(toPair, capsule.start);
    vertices_[1] = transformed(toPair, capsule.end);
    center_ = 0.5 * (vertices_[0] + vertices_[1]);
    const double length = glm::length(vertices_[1] - vertices_[0]);
    coreBoundingRadius_ = 0.5 * length;
    vertexCount_ = length > 0.0 ? 2 : 1;
    rotation_[0] = (vertices_[1] - vertices_[0]) / length;
}

void ConvexProxy::become(const Box& box, const RigidTransform& toPair) {
    const BoxFrame frame(box, toPair);
    rotation_ = frame.axes;
    center_ = frame.center;
    halfExtents_ = frame.halfExtents;
    coreBoundingRadius_ = glm::length(frame.halfExtents);
    vertexCount_ = 8;
}

void ConvexProxy::become(const ConvexHull& hull, const RigidTransform& toPair) {
    hull_ = &hull;
    const ContactFaces& faces = hull.data().contactFaces;
    mergedFaces_ = faces.merged.empty() ? nullptr : &faces;
    rotation_ = toPair.rotation;
    origin_ = toPair.translation;
    center_ = rotation_ * glm::dvec3(hull.data().boundingSphere.center) + origin_;
    coreBoundingRadius_ = hull.data().boundingSphere.radius;
}

void ConvexProxy::become(const Triangle& triangle, const RigidTransform& toPair) {
    vertexCount_ = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        vertices_[i] = transformed(toPair, triangle.corners[i]);
    }
    center_ = (vertices_[0] + vertices_[1] + vertices_[2]) / 3.0;
    for (std::uint32_t i = 0; i < 3; ++i) {
        coreBoundingRadius_ = std::max(coreBoundingRadius_, glm::length(vertices_[i] - center_));
        const Edge ends = edge(i);
        rotation_[static_cast<int>(i)] = glm::normalize(vertices_[ends.to] - vertices_[ends.from]);
    }
    triangleNormal_ = toPair.rotation * glm::normalize(areaNormal(triangle));
}

void ConvexProxy::move(const glm::dvec3& by) noexcept {
    center_ += by;
    origin_ += by;
    for (glm::dvec3& vertex : vertices_) {
        vertex += by;
    }
}

std::uint32_t ConvexProxy::vertexCount() const noexcept {
    return hull_ ? static_cast<std::uint32_t>(meshOf(*hull_).vertices.size()) : vertexCount_;
}

glm::dvec3 ConvexProxy::vertex(std::uint32_t index) const noexcept {
    if (hull_) {
        return rotation_ * glm::dvec3(meshOf(*hull_).vertices[index]) + origin_;
    }
    if (!isBox()) {
        return vertices_[index];
    }
    const auto side = [&](int axis) {
        return (index >> axis & 1) != 0 ? halfExtents_[axis] : -halfExtents_[axis];
    };
    return center_ + rotation_ * glm::dvec3(side(0), side(1), side(2));
}

std::uint32_t ConvexProxy::support(const glm::dvec3& direction) const noexcept {
    if (hull_) {
        return supportVertex(*hull_, glm::transpose(rotation_) * direction);
    }
    if (!isBox()) {
        return indexOfLargest(vertexCount_,
                              [&](std::uint32_t i) { return glm::dot(direction, vertices_[i]); });
    }
    const auto bit = [&](int axis) {  // of equal vertices of a flat box, the lower one
        return glm::dot(direction, rotation_[axis]) * halfExtents_[axis] > 0.0 ? 1u << axis : 0u;
    };
    return bit(0) | bit(1) | bit(2);
}

std::uint32_t ConvexProxy::faceCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(meshOf(*hull_).faces.size());
    }
    return vertexCount_ == 8 ? 6 : vertexCount_ == 3 ? 2 : 0;
}

glm::dvec3 ConvexProxy::faceNormal(std::uint32_t face) const noexcept {
    if (hull_) {
        return rotation_ * meshOf(*hull_).faces[face].plane.normal;
    }
    if (vertexCount_ == 3) {
        return face == 0 ? triangleNormal_ : -triangleNormal_;
    }
    const glm::dvec3& axis = rotation_[static_cast<int>(face / 2)];
    return face % 2 == 1 ? axis : -axis;
}

std::span<const std::uint32_t> ConvexProxy::faceVertices(std::uint32_t face) const noexcept {
    if (hull_) {
        return hull_->faceVertices(face);
    }
    return vertexCount_ == 3 ? std::span<const std::uint32_t>(kTriangleFaces[face])
                             : std::span<const std::uint32_t>(kBoxFaceVertices[face]);
}

std::uint32_t ConvexProxy::faceToward(const glm::dvec3& direction) const noexcept {
    if (isBox()) {
        return boxFaceToward(direction * rotation_);  // row vector: multiplies by the transpose
    }
    if (!hull_) {
        return indexOfLargest(faceCount(),
                              [&](std::uint32_t i) { return glm::dot(direction, faceNormal(i)); });
    }
    const std::span<const ConvexHull::Face> faces = meshOf(*hull_).faces;
    const glm::dvec3 local = glm::transpose(rotation_) * direction;
    return indexOfLargest(faceCount(),
                          [&](std::uint32_t i) { return glm::dot(local, faces[i].plane.normal); });
}

Plane ConvexProxy::mergedPlane(std::uint32_t face) const noexcept {
    const Plane& plane = mergedFaces_->mergedFace(face).plane;
    const glm::dvec3 normal = rotation_ * plane.normal;
    return {normal, plane.offset + glm::dot(normal, origin_)};
}

std::uint32_t ConvexProxy::contactFaceToward(const glm::dvec3& direction) const noexcept {
    if (mergedFaces_ == nullptr) {
        return faceToward(direction);
    }
    return contactFace(
        indexOfLargest(faceCount(), [&](std::uint32_t i) { return glm::dot(direction, contactNormal(i)); }));
}

std::uint32_t ConvexProxy::edgeCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(meshOf(*hull_).edges.size());
    }
    return vertexCount_ == 8 ? 12 : vertexCount_ == 3 ? 3 : vertexCount_ - 1;
}

ConvexProxy::Edge ConvexProxy::edge(std::uint32_t index) const noexcept {
    if (hull_) {
        const auto& [from, to] = meshOf(*hull_).edges[index].vertices;
        return {from, to};
    }
    if (vertexCount_ == 8) {
        const auto [from, to] = endsOfBoxEdge(index);
        return {from, to};
    }
    return {index, (index + 1) % vertexCount_};
}

std::uint32_t ConvexProxy::supportingEdge(const glm::dvec3& direction) const noexcept {
    if (hull_) {
        const glm::dvec3 local = direction * rotation_;  // row vector: multiplies by the transpose
        const std::span<const glm::vec3> vertices = meshOf(*hull_).vertices;
        const std::span<const ConvexHull::Edge> edges = meshOf(*hull_).edges;
        return indexOfLargest(edgeCount(), [&](std::uint32_t i) {
            const auto& [from, to] = edges[i].vertices;
            return std::min(glm::dot(local, glm::dvec3(vertices[from])),
                            glm::dot(local, glm::dvec3(vertices[to])));
        });
    }
    return indexOfLargest(edgeCount(), [&](std::uint32_t i) {
        const Edge ends = edge(i);
        return std::min(glm::dot(direction, vertex(ends.from)), glm::dot(direction, vertex(ends.to)));
    });
}

std::uint32_t ConvexProxy::edgeDirectionCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(hull_->data().distinctEdgeDirections.size());
    }
    return vertexCount_ == 8 ? 3 : edgeCount();
}

glm::dvec3 ConvexProxy::edgeDirection(std::uint32_t index) const noexcept {
    return hull_ ? rotation_ * hull_->data().distinctEdgeDirections[index]
                 : rotation_[static_cast<int>(index)];
}

glm::dvec3 ConvexProxy::hullEdgeDirection(std::uint32_t edge) const noexcept {
    return rotation_ * sat3d::edgeDirection(meshOf(*hull_), edge);
}

}  // namespace sat3d::SAT3D_ABI
