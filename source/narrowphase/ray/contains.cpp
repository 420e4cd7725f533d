#include "geometry/primitives/aabb_math.hpp"
#include "math/pose_contract.hpp"
#include "narrowphase/composite/child_traversal.hpp"
#include "narrowphase/pair/visit_shape.hpp"
#include "narrowphase/ray/inside_convex.hpp"
#include "narrowphase/ray/point_in_mesh.hpp"

#include <sat3d/narrowphase/contains.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

bool containsLocal(ShapeRef shape, const glm::dvec3& point);

template <class T>
glm::dvec3 toLocal(const BasicPose<T>& pose, const glm::vec<3, T>& point) {
    const RigidTransform toWorld = localToWorld(pose);
    return glm::transpose(toWorld.rotation) * (glm::dvec3(point) - toWorld.translation);
}

bool isInside(const Compound& compound, const glm::dvec3& point) {
    const Aabb box = Aabb::around(point, point);
    bool inside = false;
    forEachChild(
        compound, DPose{}, 0.0, [&](const Aabb& other) { return gapBetween(box, other); },
        [&](const ChildShape& child, double limit) {
            inside = inside || containsLocal(child.shape, toLocal(child.pose, point));
            return limit;
        });
    return inside;
}

bool isInside(const TriangleMesh& mesh, const glm::dvec3& point) {
    return isInsideMesh(mesh, point);
}

/// HeightField and SurfaceTriangle have no inside.
template <class Surface>
bool isInside(const Surface&, const glm::dvec3&) {
    return false;
}
template <ConvexSolid Convex>
bool isInside(const Convex& shape, const glm::dvec3& point) {
    return isInside(shape, point, reachOf(point));
}

/// @param point  in the shape's frame
bool containsLocal(ShapeRef shape, const glm::dvec3& point) {
    return visitShape(shape, [&](const auto& known) { return isInside(known, point); });
}

}  // namespace

template <class T>
bool contains(ShapeRef shape, const BasicPose<T>& pose,
              const std::type_identity_t<glm::vec<3, T>>& pointInWorld) {
    return isUsable(pose) && containsLocal(shape, toLocal(pose, pointInWorld));
}
template SAT3D_API bool contains(ShapeRef, const Pose&, const glm::vec3&);
template SAT3D_API bool contains(ShapeRef, const DPose&, const glm::dvec3&);

}  // namespace sat3d::SAT3D_ABI
