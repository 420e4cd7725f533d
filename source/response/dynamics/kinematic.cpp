#include "core/shell_sort.hpp"
#include "response/contacts/pair_side.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Gives kinematic bodies that move to a pose the velocities of this step.
template <class T>
void DynamicsStep<T>::aimAtTargets() {
    shellSort(s_.targeted);
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
        s_.seen[id.index].poseHash = WorldAccess::poseHash(world_, id.index);
    }
}

// Parts that the game has moved in their bodies since the last step: a turret, a gate. Each goes back to
// where it was, and moves through the step as a body does, so it presses on what it meets instead of
// overlapping it.

/// Lists the parts that the game has moved, and sets them back to where they were.
template <class T>
void DynamicsStep<T>::aimParts() {
    for (const PartMotion<T>& part : s_.partMotions) {
        if (Record* const record = s_.find(part.object)) {
            record->firstPart = record->partCount = 0;
            record->partWay = 0.0f;
        }
    }
    s_.partMotions.clear();
    for (const std::uint32_t index : s_.edited) {
        Record* const record = s_.record(s_.recordAt(index));
        if (record != nullptr && world_.find(record->id) != nullptr) {
            aimPartsOf(*record);
        }
    }
}

template <class T>
void DynamicsStep<T>::aimPartsOf(Record& record) {
    const std::uint32_t index = record.id.index;
    const Object& object = *world_.find(record.id);
    const auto parts = partsOf(object.shape);
    if (WorldAccess::shapeHash(world_, index) != record.shapeHash ||
        parts.size() != record.partPoses.size()) {
        record.shapeHash = WorldAccess::shapeHash(world_, index);
        setPartPoses(record, object.shape);
        return;
    }
    const std::size_t first = s_.partMotions.size();
    for (std::uint32_t child = 0; child < parts.size(); ++child) {
        if (haveSameBits(record.partPoses[child], parts[child].pose)) {
            continue;
        }
        PartMotion<T>& part = s_.partMotions.emplace_back();
        part.object = record.id;
        part.child = child;
        part.to = parts[child].pose;
        (void)world_.setPartPose(record.id, child, record.partPoses[child]);  // it was there, so it is valid
    }
    if (s_.partMotions.size() == first) {
        return;
    }
    record.firstPart = static_cast<std::uint32_t>(first);
    record.partCount = static_cast<std::uint32_t>(s_.partMotions.size() - first);
    followBody(record, object);  // its reach is that with all parts back
    for (PartMotion<T>& part : std::span(s_.partMotions).subspan(first)) {
        const auto from = record.partPoses[part.child];
        const auto motion = motionFromTo(from, part.to, Vector(0.0f));
        const Vector offset = Vector(from.position) - Vector(record.body.mass.center);
        part.offset = directionInWorld(object.pose, offset);
        part.motion.translation = directionInWorld(object.pose, motion.translation);
        part.motion.turn = spinInWorld(object.pose, turnOf(motion));
        const float way = glm::length(motion.translation) +
                          farthestSwing(turnOf(motion), record.reach + glm::length(offset));
        record.partWay = std::max(record.partWay, way);
    }
}

/// Sets the parts to where they should be. The next step looks at their contacts anew: those that this one
/// has found do not move with the part.
template <class T>
void DynamicsStep<T>::arriveWithParts() {
    for (const PartMotion<T>& part : s_.partMotions) {
        Record& record = *s_.find(part.object);
        (void)world_.setPartPose(part.object, part.child, part.to);
        record.partPoses[part.child] = part.to;
        markChanged(s_, part.object.index);
    }
}

#define SAT3D_INSTANTIATE(T)                          \
    template void DynamicsStep<T>::aimAtTargets();    \
    template void DynamicsStep<T>::arriveAtTargets(); \
    template void DynamicsStep<T>::aimParts();        \
    template void DynamicsStep<T>::arriveWithParts()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
