#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/planar/pose.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
BasicPlanarPose<T> planarPoseAtFraction(const BasicPlanarPose<T>& pose, const PlanarMotion& motion,
                                        double fraction) {
    const glm::dvec2 before = unitRotation(glm::dvec2(pose.rotation));
    const glm::dvec2 after = rotatedBy(planarRotation(double(motion.angle) * fraction), before);
    const glm::dvec2 center(motion.localCenter);
    const glm::dvec2 displacement =
        glm::dvec2(motion.translation) * fraction + (rotatedBy(before, center) - rotatedBy(after, center));
    return {glm::vec<2, T>(glm::dvec2(pose.position) + displacement), glm::vec<2, T>(after)};
}

}  // namespace

glm::dvec2 planarRotation(double radians) noexcept {
    const glm::dquat half = rotationFromVector({0.0, 0.0, radians});
    return unitRotation({half.w * half.w - half.z * half.z, 2.0 * half.w * half.z});
}

double planarAngle(const glm::dvec2& rotation) noexcept {
    // The quaternion of the angle about z lies halfway between that of no rotation and twice the angle.
    const bool isHalfTurn = rotation.x <= -1.0 && rotation.y == 0.0;
    const glm::dquat half(isHalfTurn ? 0.0 : 1.0 + rotation.x,
                          glm::dvec3(0.0, 0.0, isHalfTurn ? 1.0 : rotation.y));
    return rotationVectorOf(half).z;
}

PlanarTransform localToWorld(const PlanarPose& pose) noexcept {
    assertSound(pose);
    return transformOf(pose);
}
PlanarTransform localToWorld(const DPlanarPose& pose) noexcept {
    assertSound(pose);
    return transformOf(pose);
}

PlanarPose poseAtFraction(const PlanarPose& pose, const PlanarMotion& motion, double fraction) noexcept {
    return planarPoseAtFraction(pose, motion, fraction);
}
DPlanarPose poseAtFraction(const DPlanarPose& pose, const PlanarMotion& motion, double fraction) noexcept {
    return planarPoseAtFraction(pose, motion, fraction);
}

}  // namespace sat3d::SAT3D_ABI
