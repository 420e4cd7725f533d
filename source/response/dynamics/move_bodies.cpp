#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/world_access.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <cstddef>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Shortens a velocity or a spin.
void limit(auto& velocity, float most) {
    if (most < BodyMass::kInfinite) {
        const float size = sizeOf(velocity);
        velocity *= size > most ? most / size : 1.0f;
    }
}

}  // namespace

template <class T>
void DynamicsStep<T>::moveBodies() {
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        Record& record = s_.records[s_.awake[i]];
        const SolverBody& solved = s_.solverBodies[i];
        record.formerPose = record.pose;
        record.formerForce = std::exchange(record.force, Vector(0.0f));
        record.formerTorque = std::exchange(record.torque, Spin(0.0f));
        record.pose = moved(record.pose, record.body.mass.center, solved.rotation, solved.translation);
        setVelocities(record, solved.velocity, solved.angularVelocity);
        if (record.body.isKinematic()) {
            record.formerVelocity = record.body.velocity;
            record.formerSpin = record.body.angularVelocity;
        }
        if (record.inverseMass > 0.0f) {
            limit(record.body.velocity, record.body.maxSpeed);
            limit(record.body.angularVelocity, record.body.maxAngularSpeed);
        }
    });
    for (const std::uint32_t at : s_.awake) {
        Record& record = s_.records[at];
        if (world_.setPose(record.id, record.pose)) {
            record.pose = record.formerPose;  // it would leave the world
            record.body.velocity = Vector(0.0f);
            record.body.angularVelocity = Spin(0.0f);
        }
    }
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        const std::uint32_t object = s_.records[s_.awake[i]].id.index;
        s_.seen[object].poseHash = WorldAccess::poseHash(world_, object);
    });
}

template <class T>
void DynamicsStep<T>::updateSleep() {
    sat3d::updateSleep(s_, dt_, parallelFor_);
    if constexpr (Spatial<T>) {
        stopSleepingVehicles();
    }
    for (const std::uint32_t at : s_.awake) {
        const Record& record = s_.records[at];
        if (record.isAsleep()) {
            place(s_, record.id.index, *world_.find(record.id));
        }
    }
}

#define SAT3D_INSTANTIATE(T)                     \
    template void DynamicsStep<T>::moveBodies(); \
    template void DynamicsStep<T>::updateSleep()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
