#include "narrowphase/sweep/touched_face.hpp"

#include "math/compose.hpp"
#include "narrowphase/composite/surface_access.hpp"
#include "narrowphase/convex/convex_proxy.hpp"
#include "shapes/basic/box_topology.hpp"

#include <glm/gtc/quaternion.hpp>

namespace sat3d::SAT3D_ABI {

TouchedFace touchedFace(ShapeRef shape, DPose pose, std::uint32_t child, const glm::dvec3& outward) noexcept {
    if (isSurface(shape)) {
        return {0, tagOf(shape, child)};
    }
    if (shape.kind() == ShapeRef::Kind::Compound) {
        const CompoundChild& part = shape.compound().children()[child];
        pose = composed(pose, part.pose);
        shape = part.shape;
    }
    if (shape.kind() == ShapeRef::Kind::HalfSpace) {
        return {0, 0};
    }
    if (isRound(shape)) {
        return {};
    }
    if (shape.kind() == ShapeRef::Kind::Box) {
        const glm::dquat toWorld = pose.rotation * glm::dquat(shape.box().rotation);
        return {boxFaceToward(glm::conjugate(toWorld) * outward), 0};
    }
    const ConvexProxy core(shape, localToWorld(pose));
    const std::uint32_t face = core.faceToward(outward);
    return {face, core.hull() != nullptr ? core.hull()->faceTags()[face] : 0};
}

}  // namespace sat3d::SAT3D_ABI
