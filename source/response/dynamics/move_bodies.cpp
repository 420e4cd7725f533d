#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/rigid_math.hpp"
#include "response/dynamics/sleeping.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/world_access.hpp"

#include <cstddef>

namespace sat3d::inline SAT3D_ABI::detail {

template <class T>
void DynamicsStep<T>::moveBodies() {
    for (std::size_t i = 0; i < s_.awake.size(); ++i) {
        Record& record = s_.records[s_.awake[i]];
        const SolverBody& solved = s_.solverBodies[i];
        record.formerPose = record.pose;
        record.force = Vector(0.0f);
        record.torque = Spin(0.0f);
        const auto pose = moved(record.pose, record.body.mass.center, solved.rotation, solved.translation);
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

#define SAT3D_INSTANTIATE(T)                     \
    template void DynamicsStep<T>::moveBodies(); \
    template void DynamicsStep<T>::updateSleep()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
