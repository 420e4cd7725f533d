#include <sat3d/math/rigid_motion.hpp>

#include <glm/geometric.hpp>

namespace sat3d::SAT3D_ABI {

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

template <class T>
RigidMotion motionBetweenPoses(const BasicPose<T>& before, const BasicPose<T>& after,
                               const glm::vec3& localCenter) {
    const glm::dquat from = glm::normalize(glm::dquat(before.rotation)),
                     to = glm::normalize(glm::dquat(after.rotation));
    const glm::dvec3 center(localCenter);
    const glm::dvec3 translation =
        (glm::dvec3(after.position) - glm::dvec3(before.position)) + (to * center - from * center);
    return {glm::vec3(translation), glm::vec3(rotationVectorOf(to * glm::conjugate(from))), localCenter};
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

glm::dvec3 rotationVectorOf(const glm::dquat& rotation) noexcept {
    // Halves the angle until a short series of the arcsine is exact.
    constexpr double kSmall = 0.05;
    glm::dquat part = glm::normalize(rotation.w < 0.0 ? -rotation : rotation);
    // The sine of half the angle, times the axis.
    const auto sine = [&] { return glm::dvec3(part.x, part.y, part.z); };
    int parts = 2;
    for (; glm::dot(sine(), sine()) > kSmall * kSmall; parts *= 2) {
        part.w += 1.0;
        part = glm::normalize(part);
    }
    const double s = glm::dot(sine(), sine());
    const double ratio =  // of half the angle to its sine
        1.0 + s * (1.0 / 6.0 +
                   s * (3.0 / 40.0 + s * (15.0 / 336.0 + s * (105.0 / 3456.0 + s * (945.0 / 42240.0)))));
    return sine() * (ratio * parts);
}

RigidMotion motionBetween(const Pose& before, const Pose& after, const glm::vec3& localCenter) noexcept {
    return motionBetweenPoses(before, after, localCenter);
}
RigidMotion motionBetween(const DPose& before, const DPose& after, const glm::vec3& localCenter) noexcept {
    return motionBetweenPoses(before, after, localCenter);
}

Pose poseAtFraction(const Pose& pose, const RigidMotion& motion, double fraction) noexcept {
    return poseAtFractionOf(pose, motion, fraction);
}
DPose poseAtFraction(const DPose& pose, const RigidMotion& motion, double fraction) noexcept {
    return poseAtFractionOf(pose, motion, fraction);
}

}  // namespace sat3d::SAT3D_ABI
