#include "planar/shapes/planar_proxy.hpp"

#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/visit_planar_shape.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sat3d::SAT3D_ABI {

PlanarProxy::PlanarProxy(const PlanarShapeRef& shape, const PlanarTransform& toWorld) noexcept
    : shape_(shape) {
    // Number by number: see core/store_forwarding.hpp.
    toWorld_.position.x = toWorld.position.x;
    toWorld_.position.y = toWorld.position.y;
    toWorld_.rotation.x = toWorld.rotation.x;
    toWorld_.rotation.y = toWorld.rotation.y;
    visitShape(
        shape,
        [&](const Circle& circle) {
            setPoint(glm::dvec2(circle.center));
            radius_ = circle.radius;
        },
        [&](const PlanarCapsule& capsule) {
            setSegment(glm::dvec2(capsule.start), glm::dvec2(capsule.end));
            radius_ = capsule.radius;
        },
        [&](const PlanarSegment& segment) { setSegment(glm::dvec2(segment.start), glm::dvec2(segment.end)); },
        [&](const PlanarBox& box) {
            if (box.center != glm::vec2(0.0f) || box.rotation != glm::vec2(1.0f, 0.0f)) {
                toWorld_ =
                    toWorld * PlanarTransform{glm::dvec2(box.center), unitRotation(glm::dvec2(box.rotation))};
            }
            setBox(glm::dvec2(box.halfExtents));
        },
        [&](const ConvexPolygon& polygon) { setPolygon(polygon.data()); },
        [&](const HalfPlane& halfPlane) {
            setHalfPlane(unitRotation(glm::dvec2(halfPlane.normal)), halfPlane.offset);
        },
        [](const PlanarCompound&) {});
}

void PlanarProxy::setPoint(const glm::dvec2& point) noexcept {
    ownVertices_[0] = point;
    vertexCount_ = 1;
}

void PlanarProxy::setSegment(const glm::dvec2& start, const glm::dvec2& end) noexcept {
    const glm::dvec2 along = end - start;
    const double length = glm::length(along);
    setPoint(start);
    if (!(length > 0.0)) {
        return;
    }
    ownVertices_[1] = end;
    vertexCount_ = edgeCount_ = 2;
    const glm::dvec2 right = turnedRight(along) / length;
    // One number for both sides, so that no rounding gives the segment a width.
    const double offset = 0.5 * (glm::dot(right, start) + glm::dot(right, end));
    for (std::uint32_t i = 0; i < kEdgeLanes; ++i) {
        ownNormals_[i] = i == 0 ? right.x : -right.x;
        ownNormals_[kEdgeLanes + i] = i == 0 ? right.y : -right.y;
        ownOffsets_[i] = i == 0 ? offset : -offset;
    }
}

void PlanarProxy::setBox(const glm::dvec2& half) noexcept {
    ownVertices_[0] = {-half.x, -half.y};
    ownVertices_[1] = {half.x, -half.y};
    ownVertices_[2] = {half.x, half.y};
    ownVertices_[3] = {-half.x, half.y};
    vertexCount_ = edgeCount_ = 4;
    isBox_ = true;
    static constexpr double kNormals[] = {0.0, 1.0, 0.0, -1.0, -1.0, 0.0, 1.0, 0.0};
    normals_ = kNormals;
    ownOffsets_[0] = ownOffsets_[2] = half.y;
    ownOffsets_[1] = ownOffsets_[3] = half.x;
}

void PlanarProxy::setPolygon(const PolygonData& polygon) noexcept {
    vertices_ = polygon.vertices.data();
    normals_ = polygon.edgeLanes.data();
    vertexCount_ = edgeCount_ = static_cast<std::uint32_t>(polygon.vertices.size());
    offsets_ = normals_ + 2 * paddedEdges(edgeCount_);
}

void PlanarProxy::setHalfPlane(const glm::dvec2& normal, double offset) noexcept {
    edgeCount_ = 1;
    std::fill_n(ownNormals_, kEdgeLanes, normal.x);
    std::fill_n(ownNormals_ + kEdgeLanes, kEdgeLanes, normal.y);
    std::fill_n(ownOffsets_, kEdgeLanes, offset);
}

BoundingCircle boundingCircleOf(const PlanarShapeRef& shape) noexcept {
    const auto aroundSegment = [](const auto& segment, double radius) {
        const glm::dvec2 start(segment.start), end(segment.end);
        return BoundingCircle{0.5 * (start + end), 0.5 * glm::length(end - start) + radius};
    };
    return visitShape(
        shape,
        [](const Circle& circle) {
            return BoundingCircle{glm::dvec2(circle.center), circle.radius};
        },
        [&](const PlanarCapsule& capsule) { return aroundSegment(capsule, capsule.radius); },
        [&](const PlanarSegment& segment) { return aroundSegment(segment, 0.0); },
        [](const PlanarBox& box) {
            return BoundingCircle{glm::dvec2(box.center), glm::length(glm::dvec2(box.halfExtents))};
        },
        [](const ConvexPolygon& polygon) {
            return BoundingCircle{polygon.data().center, polygon.data().boundingRadius};
        },
        [](const auto&) {
            return BoundingCircle{glm::dvec2(0.0), std::numeric_limits<double>::infinity()};
        });
}

}  // namespace sat3d::SAT3D_ABI
