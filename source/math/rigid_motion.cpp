#include <sat3d/math/rigid_motion.hpp>

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

template <class T>
BasicPose<T> poseAtFractionOf(const BasicPose<T>& pose, const RigidMotion& motion, double fraction) {
    const glm::dquat before = glm::normalize(glm::dquat(pose.rotation));
    const glm::dquat after =
        glm::normalize(rotationFromVector(glm::dvec3(motion.rotationVector) * fraction) * before);
    const glm::dvec3 center(motion.localCenter);
    const glm::dvec3 displacement =
        glm::dvec3(motion.translation) * fraction + (before * center - after * center);
    return {glm::vec<3, T>(glm::dvec3(pose.position) + displacement), glm::qua<T>(after)};
}

}  // namespace

glm::dquat rotationFromVector(const glm::dvec3& rotationVector) noexcept {
    // Halves the angle until a short Taylor series is exact, then squares the quaternion once for each
    // halving.
    constexpr double kSmall = 0.25;
    glm::dvec3 half = 0.5 * rotationVector;
    int doublings = 0;
    while (glm::dot(half, half) > kSmall * kSmall && doublings < 64) {
        half *= 0.5;
        ++doublings;
    }
    const double s = glm::dot(half, half);
    const double sine =
        1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))));
    const double cosine =
        1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0))));
    glm::dquat rotation(cosine, half * sine);
    for (; doublings > 0; --doublings) {
        rotation = glm::normalize(rotation * rotation);
    }
    return rotation;
}

Pose poseAtFraction(const Pose& pose, const RigidMotion& motion, double fraction) noexcept {
    return poseAtFractionOf(pose, motion, fraction);
}
DPose poseAtFraction(const DPose& pose, const RigidMotion& motion, double fraction) noexcept {
    return poseAtFractionOf(pose, motion, fraction);
}

}  // namespace sat3d::inline SAT3D_ABI
