#include "math/compose.hpp"
#include "math/is_finite.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "shapes/basic/shape_result.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/planar/footprint.hpp>
#include <sat3d/planar/graham_scan.hpp>

#include <glm/geometric.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// cos 26 degrees.
constexpr double kNearlyParallel = 0.9;

/// A half-space is a wall if its normal leaves the plane by less.
constexpr double kWall = 1e-6;

/// Maps the frame of a shape to the plane.
struct Projection {
    RigidTransform toWorld;
    PlaneAxes axes;

    [[nodiscard]] glm::dvec2 direction(const glm::dvec3& v) const {
        return axes.toPlane(toWorld.rotation * v);
    }
    [[nodiscard]] glm::dvec2 operator()(const glm::dvec3& p) const {
        return axes.toPlane(toWorld.rotation * p + toWorld.translation);
    }
    [[nodiscard]] glm::vec2 operator()(const glm::vec3& p) const { return glm::vec2((*this)(glm::dvec3(p))); }
};

/// The smallest shape around points: a polygon, a segment or a point.
PlanarConvexShape around(const std::vector<glm::dvec2>& points) {
    if (auto polygon = ConvexPolygon::fromPoints(points)) {
        return *std::move(polygon);
    }
    const std::vector<std::uint32_t> ends = grahamScan(points);
    const glm::vec2 start(points[ends.front()]), end(points[ends.back()]);
    if (start == end) {
        return Circle{start, 0.0f};
    }
    return PlanarSegment{start, end};
}

PlanarConvexShape aroundBox(const glm::dvec3& lower, const glm::dvec3& upper, const Projection& project) {
    std::vector<glm::dvec2> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back(
            project(glm::dvec3((i & 1) != 0 ? upper.x : lower.x, (i & 2) != 0 ? upper.y : lower.y,
                               (i & 4) != 0 ? upper.z : lower.z)));
    }
    return around(corners);
}

PlanarConvexShape aroundVertices(std::span<const glm::vec3> vertices, const Projection& project) {
    std::vector<glm::dvec2> points;
    points.reserve(vertices.size());
    for (const glm::vec3& vertex : vertices) {
        points.push_back(project(glm::dvec3(vertex)));
    }
    return around(points);
}

PlanarConvexShape convexFootprint(const ShapeRef& shape, const Projection& project) {
    using Kind = ShapeRef::Kind;
    if (shape.kind() == Kind::Sphere) {
        return Circle{project(shape.sphere().center), shape.sphere().radius};
    }
    if (shape.kind() == Kind::Capsule) {
        const Capsule& capsule = shape.capsule();
        return PlanarCapsule{project(capsule.start), project(capsule.end), capsule.radius};
    }
    if (shape.kind() == Kind::Box) {
        const Box& box = shape.box();
        const glm::dvec3 half(box.halfExtents);
        const RigidTransform toWorld =
            composed(project.toWorld, localToWorld(Pose{box.center, box.rotation}));
        return aroundBox(-half, half, {toWorld, project.axes});
    }
    if (shape.kind() == Kind::HeightField) {
        const Aabb box = bounds(shape.heightField(), RigidTransform{});
        return aroundBox(glm::dvec3(box.lower), glm::dvec3(box.upper), project);
    }
    return aroundVertices(
        shape.kind() == Kind::ConvexHull ? shape.hull().vertices() : shape.mesh().vertices(), project);
}

Result<PlanarShape, ShapeError> footprintOf(const HalfSpace& halfSpace, const Projection& project) {
    const glm::dvec3 normal(halfSpace.normal);
    const glm::dvec2 inPlane = project.direction(normal);
    if (std::abs(glm::dot(inPlane, inPlane) - glm::dot(normal, normal)) > 2.0 * kWall * kWall) {
        return fail(ShapeError::Code::Empty,
                    "the half-space covers the whole plane: only a wall, whose normal lies in the plane, has "
                    "a footprint");
    }
    const glm::dvec2 unit = unitRotation(inPlane);
    const glm::dvec2 onBorder = project(double(halfSpace.offset) * normal);
    return PlanarShape(HalfPlane{glm::vec2(unit), static_cast<float>(glm::dot(unit, onBorder))});
}

Result<PlanarShape, ShapeError> footprintOf(const Compound& compound, const Projection& project) {
    std::vector<PlanarCompoundChild> children;
    for (const CompoundChild& child : compound.children()) {
        const RigidTransform toWorld = composed(project.toWorld, localToWorld(child.pose));
        children.push_back(
            {convexFootprint(child.shape, {toWorld, project.axes}), {}, child.tag, child.userData});
    }
    auto result = PlanarCompound::fromChildren(std::move(children));
    if (!result) {
        return Unexpected{std::move(result).error()};
    }
    return PlanarShape(*std::move(result));
}

}  // namespace

PlaneAxes planeAxes(const glm::vec3& up) noexcept {
    SAT3D_ASSERT(isFinite(up) && up != glm::vec3(0.0f), "an up direction must be finite and not zero");
    const glm::dvec3 normal = glm::normalize(glm::dvec3(up));
    const glm::dvec3 first =
        std::abs(normal.x) > kNearlyParallel ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 x = glm::normalize(first - glm::dot(first, normal) * normal);
    return {x, glm::cross(normal, x), normal};
}

Result<PlanarShape, ShapeError> footprint(ShapeRef shape, const Pose& pose, const glm::vec3& up) {
    const Projection project{localToWorld(pose), planeAxes(up)};
    if (shape.kind() == ShapeRef::Kind::HalfSpace) {
        return footprintOf(shape.halfSpace(), project);
    }
    if (shape.kind() == ShapeRef::Kind::Compound) {
        return footprintOf(shape.compound(), project);
    }
    return std::visit([](auto&& convex) { return PlanarShape(std::forward<decltype(convex)>(convex)); },
                      convexFootprint(shape, project));
}

PlanarPose planarPoseOf(const Pose& pose, const glm::vec3& up) noexcept {
    const PlaneAxes axes = planeAxes(up);
    const RigidTransform toWorld = localToWorld(pose);
    // The twist of the rotation: what is left of its quaternion without the part that tilts `up`.
    const glm::dquat q(pose.rotation);
    const double about = q.x * axes.up.x + q.y * axes.up.y + q.z * axes.up.z;
    const double length = std::sqrt(q.w * q.w + about * about);
    const glm::dvec2 half = length > 0.0 ? glm::dvec2(q.w, about) / length : glm::dvec2(1.0, 0.0);
    return {glm::vec2(axes.toPlane(toWorld.translation)),
            glm::vec2(half.x * half.x - half.y * half.y, 2.0 * half.x * half.y)};
}

}  // namespace sat3d::SAT3D_ABI
