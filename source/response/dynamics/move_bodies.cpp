#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/rigid_math.hpp"
#include "response/dynamics/sleeping.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/world_access.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// The motion of a body in the step.
RigidMotion motionOf(const SolverBody& solved, const glm::vec3& center) {
    return {solved.translation, glm::vec3(rotationVectorOf(glm::dquat(solved.rotation))), center};
}
PlanarMotion motionOf(const PlanarSolverBody& solved, const glm::vec2& center) {
    return {solved.translation, static_cast<float>(planarAngle(glm::dvec2(solved.rotation))), center};
}
/// The same without the rotation.
RigidMotion translationOf(const SolverBody& solved) {
    return {.translation = solved.translation};
}
PlanarMotion translationOf(const PlanarSolverBody& solved) {
    return {.translation = solved.translation};
}

}  // namespace

/// Stops fast bodies at what they would pass through. Contacts hold back what a body meets on its way, but
/// not what it turns into or what a corner passes by. So the core of the body must not reach anything: then
/// the body is still on this side of it, and the next step pushes it out.
template <class T>
void DynamicsStep<T>::stopAtObstacles() {
    for (const std::uint32_t at : s_.awake) {
        s_.records[at].freePath = 1.0f;
    }
    for (const PairIndices& pair : s_.fastPairs) {
        const ObjectId idA = s_.seen[pair.a].id, idB = s_.seen[pair.b].id;
        Record *a = s_.find(idA), *b = s_.find(idB);
        const Object &objectA = *world_.find(idA), &objectB = *world_.find(idB);
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
    const auto core = roundAt(Vector(0.0f), 0.5f * body.innerRadius);
    const SolverBody still{}, &solved = s_.solverBodies[body.solverBody];
    const bool moves = obstacleBody != nullptr && obstacleBody->solverBody != kNone;
    const auto ofObstacle =
        moves ? motionOf(s_.solverBodies[obstacleBody->solverBody], obstacleBody->body.mass.center)
              : motionOf(still, Vector(0.0f));
    typename Space<T>::Pose start;
    start.position = body.center();
    const auto hit = sweep(core, start, obstacle.shape, obstacle.pose, translationOf(solved), ofObstacle);
    if (hit && hit.status != decltype(hit.status)::InitialOverlap) {
        body.freePath = std::min(body.freePath, hit.fraction);
    }
}

template <class T>
void DynamicsStep<T>::moveBodies() {
    for (std::size_t i = 0; i < s_.awake.size(); ++i) {
        Record& record = s_.records[s_.awake[i]];
        const SolverBody& solved = s_.solverBodies[i];
        record.force = Vector(0.0f);
        record.torque = Spin(0.0f);
        const auto pose = moved(record.pose, record.body.mass.center, solved.rotation,
                                solved.translation * record.freePath);
        if (world_.setPose(record.id, pose)) {
            record.body.velocity = Vector(0.0f);  // it has left the world
            record.body.angularVelocity = Spin(0.0f);
            continue;
        }
        record.pose = pose;
        s_.seen[record.id.index].hash = WorldAccess::objectHash(world_, record.id.index);
        record.body.velocity = solved.velocity;
        record.body.angularVelocity = solved.angularVelocity;
    }
}

template <class T>
void DynamicsStep<T>::updateSleep() {
    detail::updateSleep(s_, dt_);
    for (const std::uint32_t at : s_.awake) {
        const Record& record = s_.records[at];
        if (record.isAsleep()) {
            place(s_, record.id.index, *world_.find(record.id));
        }
    }
}

#define SAT3D_INSTANTIATE(T)                          \
    template void DynamicsStep<T>::stopAtObstacles(); \
    template void DynamicsStep<T>::moveBodies();      \
    template void DynamicsStep<T>::updateSleep()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
