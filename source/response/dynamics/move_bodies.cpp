#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/sleeping.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

/// Stops fast bodies at what they would pass through. Contacts hold back what a body meets on its way, but
/// not what it turns into or what a corner passes by. So the core of the body must not reach anything: then
/// the body is still on this side of it, and the next step pushes it out.
template <class T>
void DynamicsStep<T>::stopAtObstacles() {
    for (const std::uint32_t at : s_.awake) {
        s_.records[at].freePath = 1.0f;
    }
    for (const PairIndices& pair : s_.fastPairs) {
        Record *a = s_.find(s_.known[pair.a]), *b = s_.find(s_.known[pair.b]);
        const Object &objectA = *world_.find(s_.known[pair.a]), &objectB = *world_.find(s_.known[pair.b]);
        if (isFast(a, dt_)) {
            stopAt(*a, objectB, b);
        }
        if (isFast(b, dt_)) {
            stopAt(*b, objectA, a);
        }
    }
}

template <class T>
void DynamicsStep<T>::stopAt(Record& body, const Object& obstacle, const Record* obstacleBody) {
    const auto motionOf = [&](const Record& record) {
        const SolverBody& solved = s_.solverBodies[record.solverBody];
        return RigidMotion{solved.translation, glm::vec3(rotationVectorOf(glm::dquat(solved.rotation))),
                           record.body.mass.center};
    };
    const Sphere core{.radius = 0.5f * body.innerRadius};
    RigidMotion motion = motionOf(body);
    motion.rotationVector = motion.localCenter = glm::vec3(0.0f);
    const bool moves = obstacleBody != nullptr && obstacleBody->solverBody != kNone;
    const BasicPose<T> start{body.center()};
    const auto hit = sweep(core, start, obstacle.shape, obstacle.pose, motion,
                           moves ? motionOf(*obstacleBody) : RigidMotion{});
    if (hit && hit.status != SweepStatus::InitialOverlap) {
        body.freePath = std::min(body.freePath, hit.fraction);
    }
}

template <class T>
void DynamicsStep<T>::moveBodies() {
    for (std::size_t i = 0; i < s_.awake.size(); ++i) {
        Record& record = s_.records[s_.awake[i]];
        const SolverBody& solved = s_.solverBodies[i];
        record.force = record.torque = glm::vec3(0.0f);
        const auto turned = glm::normalize(glm::qua<T>(solved.rotation) * record.pose.rotation);
        const glm::vec<3, T> center(record.body.mass.center);
        // As a difference, so that a body at rest stays exactly where it is.
        const glm::vec<3, T> swing = record.pose.rotation * center - turned * center;
        const BasicPose<T> pose{
            record.pose.position + (glm::vec<3, T>(solved.translation * record.freePath) + swing), turned};
        if (world_.setPose(record.id, pose)) {
            record.body.velocity = record.body.angularVelocity = glm::vec3(0.0f);  // it has left the world
            continue;
        }
        record.pose = pose;
        record.body.velocity = solved.velocity;
        record.body.angularVelocity = solved.angularVelocity;
    }
}

template <class T>
void DynamicsStep<T>::updateSleep() {
    detail::updateSleep(s_, dt_);
}

template void DynamicsStep<float>::stopAtObstacles();
template void DynamicsStep<double>::stopAtObstacles();
template void DynamicsStep<float>::moveBodies();
template void DynamicsStep<double>::moveBodies();
template void DynamicsStep<float>::updateSleep();
template void DynamicsStep<double>::updateSleep();

}  // namespace sat3d::inline SAT3D_ABI::detail
