#include "response/dynamics/dynamics_step.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/world_access.hpp"

#include <algorithm>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// Gives kinematic bodies that move to a pose the velocities of this step.
template <class T>
void DynamicsStep<T>::aimAtTargets() {
    std::ranges::sort(s_.targeted);
    s_.targeted.erase(std::unique(s_.targeted.begin(), s_.targeted.end()), s_.targeted.end());
    std::erase_if(s_.targeted, [&](ObjectId id) {
        const Record* const record = s_.find(id);
        return record == nullptr || record->secondsToTarget == 0.0f;
    });
    for (const ObjectId id : s_.targeted) {
        Record& record = *s_.find(id);
        const auto motion = motionFromTo(record.pose, record.target, record.body.mass.center);
        const float seconds = isLastStep(record) ? dt_ : record.secondsToTarget;
        record.body.velocity = motion.translation / seconds;
        record.body.angularVelocity = turnOf(motion) / seconds;
    }
}

/// Whether a body is at its target at the end of this step.
template <class T>
bool DynamicsStep<T>::isLastStep(const Record& record) const {
    constexpr float kRounding = 0.01f;  // of the sum of steps
    return record.secondsToTarget <= dt_ * (1.0f + kRounding);
}

/// Stops the bodies that are where they should be. They are there exactly, not only up to the rounding of
/// substeps.
template <class T>
void DynamicsStep<T>::arriveAtTargets() {
    for (const ObjectId id : s_.targeted) {
        Record& record = *s_.find(id);
        if (!isLastStep(record)) {
            record.secondsToTarget -= dt_;
            continue;
        }
        record.secondsToTarget = 0.0f;
        record.body.velocity = Vector(0.0f);
        record.body.angularVelocity = Spin(0.0f);
        record.pose = record.target;
        (void)world_.setPose(id, record.pose);
        s_.seen[id.index].hash = WorldAccess::objectHash(world_, id.index);
    }
}

#define SAT3D_INSTANTIATE(T)                       \
    template void DynamicsStep<T>::aimAtTargets(); \
    template void DynamicsStep<T>::arriveAtTargets()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::inline SAT3D_ABI::detail
