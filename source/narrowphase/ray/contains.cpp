#include "geometry/primitives/aabb_math.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/ray/point_in_mesh.hpp"
#include "shapes/basic/box_frame.hpp"

#include <sat3d/narrowphase/contains.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

template <class T>
glm::dvec3 localOf(const BasicPose<T>& pose, const glm::vec<3, T>& point) {
    const RigidTransform toWorld = localToWorld(pose);
    return glm::transpose(toWorld.rotation) * (glm::dvec3(point) - toWorld.translation);
}

bool isInside(const Sphere& sphere, const glm::dvec3& point) {
    return glm::length(point - glm::dvec3(sphere.center)) < double(sphere.radius);
}

bool isInside(const Capsule& capsule, const glm::dvec3& point) {
    const glm::dvec3 start(capsule.start), along = glm::dvec3(capsule.end) - start;
    const double squared = glm::dot(along, along);
    const double share = squared > 0.0 ? std::clamp(glm::dot(point - start, along) / squared, 0.0, 1.0) : 0.0;
    return glm::length(point - start - share * along) < double(capsule.radius);
}

bool isInside(const Box& box, const glm::dvec3& point) {
    const BoxFrame frame(box);
    const glm::dvec3 local = glm::transpose(frame.axes) * (point - frame.center);
    return std::abs(local.x) < frame.halfExtents.x && std::abs(local.y) < frame.halfExtents.y &&
           std::abs(local.z) < frame.halfExtents.z;
}

bool isInside(const ConvexHull& hull, const glm::dvec3& point) {
    return std::all_of(hull.faces().begin(), hull.faces().end(),
                       [&](const ConvexHull::Face& face) { return face.plane.distance(point) < 0.0; });
}

bool isInside(const HalfSpace& halfSpace, const glm::dvec3& point) {
    return glm::dot(glm::normalize(glm::dvec3(halfSpace.normal)), point) < double(halfSpace.offset);
}

bool isInside(const Compound& compound, const glm::dvec3& point) {
    const Aabb box = Aabb::around(point, point);
    bool inside = false;
    forEachPiece(
        compound, DPose{}, 0.0, [&](const Aabb& other) { return gapBetween(box, other); },
        [&](const Piece& part, double limit) {
            inside = inside || contains(part.shape, localOf(part.pose, point));
            return limit;
        });
    return inside;
}

}  // namespace

glm::dvec3 toLocal(const Pose& pose, const glm::vec3& point) noexcept {
    return localOf(pose, point);
}
glm::dvec3 toLocal(const DPose& pose, const glm::dvec3& point) noexcept {
    return localOf(pose, point);
}

bool contains(ShapeRef shape, const glm::dvec3& point) noexcept {
    switch (shape.kind()) {
        case ShapeRef::Kind::Sphere:
            return isInside(shape.sphere(), point);
        case ShapeRef::Kind::Capsule:
            return isInside(shape.capsule(), point);
        case ShapeRef::Kind::Box:
            return isInside(shape.box(), point);
        case ShapeRef::Kind::ConvexHull:
            return isInside(shape.hull(), point);
        case ShapeRef::Kind::HalfSpace:
            return isInside(shape.halfSpace(), point);
        case ShapeRef::Kind::Compound:
            return isInside(shape.compound(), point);
        case ShapeRef::Kind::TriangleMesh:
            return windsRound(shape.mesh(), point);
        default:
            return false;  // a surface has no inside
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail
