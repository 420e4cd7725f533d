#include "narrowphase/convex/convex_proxy.hpp"

#include "narrowphase/kernels/hull/support_vertex.hpp"
#include "shapes/basic/box_frame.hpp"
#include "shapes/convex_hull/hull_data.hpp"
#include "shapes/mesh/triangle_math.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

using Kind = detail::ShapeRef::Kind;

/// Where it lies: asked for by the hull's own functions, it would be a call a vertex.
const HullView& meshOf(const ConvexHull& hull) {
    return hull.data().mesh;
}

/// Numbered as Box says.
constexpr std::array<std::array<std::uint32_t, 4>, 6> kBoxFaces{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

constexpr std::array<std::array<std::uint32_t, 3>, 2> kTriangleFaces{{{0, 1, 2}, {0, 2, 1}}};

CoreShape::Edge endsOfBoxEdge(std::uint32_t index) {
    const std::uint32_t axis = index / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
    const std::uint32_t from = ((index & 1) << next) | (((index >> 1) & 1) << last);
    return {from, from | (1u << axis)};
}

/// Index of the largest value, the lowest of equals.
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

CoreShape::CoreShape(detail::ShapeRef shape, const RigidTransform& toPair) {
    const auto inPair = [&](const glm::vec3& point) {
        return toPair.rotation * glm::dvec3(point) + toPair.translation;
    };
    if (shape.kind() == Kind::Sphere) {
        radius_ = shape.sphere().radius;
        center_ = corners_[0] = inPair(shape.sphere().center);
        cornerCount_ = 1;
    } else if (shape.kind() == Kind::Capsule) {
        radius_ = shape.capsule().radius;
        corners_[0] = inPair(shape.capsule().start);
        corners_[1] = inPair(shape.capsule().end);
        center_ = 0.5 * (corners_[0] + corners_[1]);
        const double length = glm::length(corners_[1] - corners_[0]);
        coreReach_ = 0.5 * length;
        cornerCount_ = length > 0.0 ? 2 : 1;
        rotation_[0] = (corners_[1] - corners_[0]) / length;
    } else if (shape.kind() == Kind::Box) {
        becomeBox(shape.box(), toPair);
    } else if (shape.kind() == Kind::Triangle) {
        becomeTriangle(shape.triangle().triangle, toPair);
    } else {
        becomeHull(shape.hull(), toPair);
    }
}

void CoreShape::becomeBox(const Box& box, const RigidTransform& toPair) {
    const BoxFrame frame(box, toPair);
    rotation_ = frame.axes;
    center_ = frame.center;
    halfExtents_ = frame.halfExtents;
    coreReach_ = glm::length(frame.halfExtents);
    cornerCount_ = 8;
}

void CoreShape::becomeHull(const ConvexHull& hull, const RigidTransform& toPair) {
    hull_ = &hull;
    rotation_ = toPair.rotation;
    origin_ = toPair.translation;
    center_ = rotation_ * glm::dvec3(hull.data().boundingSphere.center) + origin_;
    coreReach_ = hull.data().boundingSphere.radius;
}

void CoreShape::becomeTriangle(const Triangle& triangle, const RigidTransform& toPair) {
    cornerCount_ = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        corners_[i] = toPair.rotation * glm::dvec3(triangle.corners[i]) + toPair.translation;
    }
    center_ = (corners_[0] + corners_[1] + corners_[2]) / 3.0;
    for (std::uint32_t i = 0; i < 3; ++i) {
        coreReach_ = std::max(coreReach_, glm::length(corners_[i] - center_));
        const Edge ends = edge(i);
        rotation_[static_cast<int>(i)] = glm::normalize(corners_[ends.to] - corners_[ends.from]);
    }
    triangleNormal_ = toPair.rotation * glm::normalize(areaNormal(triangle));
}

void CoreShape::move(const glm::dvec3& by) noexcept {
    center_ += by;
    origin_ += by;
    for (glm::dvec3& corner : corners_) {
        corner += by;
    }
}

std::uint32_t CoreShape::vertexCount() const noexcept {
    return hull_ ? static_cast<std::uint32_t>(meshOf(*hull_).vertices.size()) : cornerCount_;
}

glm::dvec3 CoreShape::vertex(std::uint32_t index) const noexcept {
    if (hull_) {
        return rotation_ * glm::dvec3(meshOf(*hull_).vertices[index]) + origin_;
    }
    if (!isBox()) {
        return corners_[index];
    }
    const auto side = [&](int axis) {
        return (index >> axis & 1) != 0 ? halfExtents_[axis] : -halfExtents_[axis];
    };
    return center_ + rotation_ * glm::dvec3(side(0), side(1), side(2));
}

std::uint32_t CoreShape::support(const glm::dvec3& direction) const noexcept {
    if (hull_) {
        return detail::farthestVertex(*hull_, glm::transpose(rotation_) * direction);
    }
    if (!isBox()) {
        return indexOfLargest(cornerCount_,
                              [&](std::uint32_t i) { return glm::dot(direction, corners_[i]); });
    }
    const auto bit = [&](int axis) {  // the lower of a flat box's equals
        return glm::dot(direction, rotation_[axis]) * halfExtents_[axis] > 0.0 ? 1u << axis : 0u;
    };
    return bit(0) | bit(1) | bit(2);
}

std::uint32_t CoreShape::faceCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(meshOf(*hull_).faces.size());
    }
    return cornerCount_ == 8 ? 6 : cornerCount_ == 3 ? 2 : 0;
}

glm::dvec3 CoreShape::faceNormal(std::uint32_t face) const noexcept {
    if (hull_) {
        return rotation_ * meshOf(*hull_).faces[face].plane.normal;
    }
    if (cornerCount_ == 3) {
        return face == 0 ? triangleNormal_ : -triangleNormal_;
    }
    const glm::dvec3& axis = rotation_[static_cast<int>(face / 2)];
    return face % 2 == 1 ? axis : -axis;
}

std::span<const std::uint32_t> CoreShape::faceVertices(std::uint32_t face) const noexcept {
    if (hull_) {
        return hull_->faceVertices(face);
    }
    return cornerCount_ == 3 ? std::span<const std::uint32_t>(kTriangleFaces[face])
                             : std::span<const std::uint32_t>(kBoxFaces[face]);
}

std::uint32_t CoreShape::faceToward(const glm::dvec3& direction) const noexcept {
    if (!hull_) {
        return indexOfLargest(faceCount(),
                              [&](std::uint32_t i) { return glm::dot(direction, faceNormal(i)); });
    }
    const std::span<const ConvexHull::Face> faces = meshOf(*hull_).faces;
    const glm::dvec3 local = glm::transpose(rotation_) * direction;
    return indexOfLargest(faceCount(),
                          [&](std::uint32_t i) { return glm::dot(local, faces[i].plane.normal); });
}

std::uint32_t CoreShape::edgeCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(meshOf(*hull_).edges.size());
    }
    return cornerCount_ == 8 ? 12 : cornerCount_ == 3 ? 3 : cornerCount_ - 1;
}

CoreShape::Edge CoreShape::edge(std::uint32_t index) const noexcept {
    if (hull_) {
        const auto& [from, to] = meshOf(*hull_).edges[index].vertices;
        return {from, to};
    }
    return cornerCount_ == 8 ? endsOfBoxEdge(index) : Edge{index, (index + 1) % cornerCount_};
}

std::uint32_t CoreShape::supportingEdge(const glm::dvec3& direction) const noexcept {
    if (hull_) {
        const glm::dvec3 local = direction * rotation_;  // the row: transposed
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

std::uint32_t CoreShape::edgeDirectionCount() const noexcept {
    if (hull_) {
        return static_cast<std::uint32_t>(hull_->data().distinctEdgeDirections.size());
    }
    return cornerCount_ == 8 ? 3 : edgeCount();
}

glm::dvec3 CoreShape::edgeDirection(std::uint32_t index) const noexcept {
    return hull_ ? rotation_ * hull_->data().distinctEdgeDirections[index]
                 : rotation_[static_cast<int>(index)];
}

glm::dvec3 CoreShape::hullEdgeDirection(std::uint32_t edge) const noexcept {
    return rotation_ * detail::edgeDirection(meshOf(*hull_), edge);
}

}  // namespace sat3d::inline SAT3D_ABI
