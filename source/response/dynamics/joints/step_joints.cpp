#include "math/is_finite.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/joints/joint_faults.hpp"
#include "response/joints/joint_frames.hpp"
#include "response/joints/joint_table.hpp"
#include "response/joints/joint_tear.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

namespace {

SolverJointAxis solverAxis(const JointAxis& axis) {
    return {.lower = axis.lower,
            .upper = axis.upper,
            .hertz = axis.drive.hertz,
            .dampingRatio = axis.drive.dampingRatio,
            .position = axis.drive.position,
            .speed = axis.drive.speed,
            .maxForce = axis.drive.maxForce};
}

/// A twist is known up to whole turns. So a limit without another one is a wall that stops what comes from
/// either side, and limits a turn apart move closer until there is a wall between them: what presses against
/// one of them is not beyond the other one.
SolverJointAxis solverTwist(const JointAxis& axis) {
    constexpr float kWall = 0.2f, kThinWall = 0.0035f;  // radians
    SolverJointAxis twist = solverAxis(axis);
    if (twist.isFree()) {
        return twist;
    }
    if (!std::isfinite(twist.upper)) {
        twist.upper = twist.lower + (kTurn - kWall);
    } else if (!std::isfinite(twist.lower)) {
        twist.lower = twist.upper - (kTurn - kWall);
    }
    const float excess = std::max(twist.upper - twist.lower - (kTurn - kThinWall), 0.0f);
    twist.lower += 0.5f * excess, twist.upper -= 0.5f * excess;
    return twist;
}

/// The swing has two coordinates to hold and drive it, and one for its limit.
void setTurns(SolverJoint<Dimension3>& to, const JointTurns<Dimension3>& turns) {
    to.axes[3] = solverTwist(turns.twist);
    to.axes[4] = to.axes[5] = to.axes[6] = {};
    if (turns.swing.upper == 0.0f) {
        to.axes[4].lower = to.axes[4].upper = 0.0f;
    } else {
        to.axes[4] = solverAxis(JointAxis::driven(turns.swing.drive));
        to.axes[4].position = to.axes[4].speed = 0.0f;
        to.axes[6].upper = turns.swing.upper;
    }
    to.axes[5] = to.axes[4];
}
void setTurns(SolverJoint<Dimension2>& to, const JointTurns<Dimension2>& turns) {
    to.axes[2] = solverTwist(turns.twist);
}

}  // namespace

/// Wakes what joints join with edited objects, and removes the joints of removed ones.
template <class T>
void DynamicsStep<T>::followJoints() {
    const auto isIn = [](const std::vector<std::uint32_t>& objects, ObjectId id) {
        return id != kWorldFrame && std::ranges::binary_search(objects, id.index);
    };
    const auto isGone = [&](ObjectId id) { return id != kWorldFrame && world_.find(id) == nullptr; };
    s_.islandsToWake.clear();
    s_.activeJoints.clear();  // those to remove
    for (const JointId id : s_.joints.ids()) {
        JointRecord<T>& edited = s_.joints.at(id.index);
        const BasicJoint<T>& joint = edited.joint;
        const bool isLost = isGone(joint.a) || isGone(joint.b);
        if (!isLost && !isIn(s_.edited, joint.a) && !isIn(s_.edited, joint.b)) {
            continue;
        }
        if (isIn(s_.relocated, joint.a) || isIn(s_.relocated, joint.b)) {
            edited.tear = kAnyTear;
        }
        for (const ObjectId end : {joint.a, joint.b}) {
            s_.noteSleeper(s_.find(end));
        }
        if (isLost) {
            s_.activeJoints.push_back(id.index);
        }
    }
    for (const std::uint32_t index : s_.activeJoints) {
        s_.joints.remove(index);
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
}

/// Wakes bodies that are joined with what this step moves: a body of infinite mass has begun to move.
template <class T>
void DynamicsStep<T>::wakeJoined() {
    if (s_.sleepingCount == 0) {
        return;
    }
    s_.islandsToWake.clear();
    for (const JointId id : s_.joints.ids()) {
        const BasicJoint<T>& joint = s_.joints.at(id.index).joint;
        const Record *a = s_.find(joint.a), *b = s_.find(joint.b);
        const auto wake = [&](const Record* sleeper, const Record* other) {
            if (other != nullptr && other->stepBody != kNone) {
                s_.noteSleeper(sleeper);
            }
        };
        wake(a, b);
        wake(b, a);
    }
    if (!s_.islandsToWake.empty()) {
        wakeIslands(s_, std::span(s_.islandsToWake));
        listAwake();
    }
}

/// Gives the solver the joints that hold a body which this step moves.
template <class T>
void DynamicsStep<T>::loadJoints() {
    s_.activeJoints.clear();
    for (const JointId id : s_.joints.ids()) {
        const BasicJoint<T>& joint = s_.joints.at(id.index).joint;
        if (isMover(s_.find(joint.a)) || isMover(s_.find(joint.b))) {
            s_.activeJoints.push_back(id.index);
        }
    }
    s_.solverJoints.resize(s_.activeJoints.size());
    detail::forEachIndex(parallelFor_, s_.activeJoints.size(), kContactsPerTask, [&](std::size_t i) {
        loadJoint(s_.joints.at(s_.activeJoints[i]), s_.solverJoints[i]);
    });
}

/// Lets a torn joint hold its bodies apart, except for the part that this step closes. Locks take back almost
/// half of an error in the first substep, and less in shorter steps than those of lockHertz(). With kShare,
/// the bodies are then at most about as fast as maxPushSpeed lets contacts push them.
template <class T>
void DynamicsStep<T>::holdTorn(const JointTear& tear, SolverJoint<Dimension>& joint) const {
    constexpr float kShare = 0.3f;
    const float way = kShare * s_.options.solver.maxPushSpeed * dt_;
    holdGap(joint, tear.gap, way);
    const auto leverOf = [&](std::uint32_t body, const Vector& arm) {
        return s_.isMoverAt(body) ? std::max(s_.records[s_.awake[body]].reach, glm::length(arm)) : 0.0f;
    };
    const float lever =
        std::max(leverOf(joint.bodyA, joint.armA + joint.apart), leverOf(joint.bodyB, joint.armB));
    holdTurn(joint, tear.turn, lever > 0.0f ? way / lever : JointAxis::kInfinity);
}

template <class T>
void DynamicsStep<T>::loadJoint(const JointRecord<T>& from, SolverJoint<Dimension>& to) {
    using Frame = typename Space<T>::Pose;
    const BasicJoint<T>& joint = from.joint;
    struct End {
        Frame frame;
        Position center;
    };
    const auto load = [&](ObjectId id, const Frame& local, std::uint32_t& body,
                          typename Dimension::Rotation& rotation) {
        const Object* const object = world_.find(id);
        const Record* const record = s_.find(id);
        const Frame pose = object != nullptr ? object->pose : Frame{};
        rotation = frameRotation(pose, local);
        body = record != nullptr ? record->stepBody : kNone;
        const Frame frame = pose * local;
        return End{frame, body != kNone ? record->center() : frame.position};
    };
    const End a = load(joint.a, joint.frameInA, to.bodyA, to.frameA),
              b = load(joint.b, joint.frameInB, to.bodyB, to.frameB);
    to.armA = Vector(a.frame.position - a.center);
    to.armB = Vector(b.frame.position - b.center);
    to.apart = Vector(b.frame.position - a.frame.position);
    for (std::size_t i = 0; i < joint.offsets.size(); ++i) {
        to.axes[i] = solverAxis(joint.offsets[i]);
    }
    to.isPoint = isPoint(joint);
    to.tear = {};
    to.isDistance = !joint.distance.isFree();
    if (to.isDistance) {
        to.axes[0] = solverAxis(joint.distance);
        to.axes[0].position = std::max(to.axes[0].position, 0.0f);
        if (joint.distance.lower <= 0.0f) {
            to.axes[0].lower = -JointAxis::kInfinity;  // no distance is shorter
        }
    }
    setTurns(to, joint.turns);
    if (from.tear.isAny()) {
        holdTorn(from.tear, to);
    }
    const float scale = substepScale();
    for (std::size_t i = 0; i < to.axes.size(); ++i) {
        to.axes[i].holdImpulse = scale * from.impulses[i].hold;
        to.axes[i].driveImpulse = scale * from.impulses[i].drive;
    }
}

/// Takes the impulses of joints from the solver, and removes the joints that break.
template <class T>
void DynamicsStep<T>::storeJoints() {
    s_.brokenJoints.clear();
    for (std::size_t i = 0; i < s_.activeJoints.size(); ++i) {
        const std::uint32_t index = s_.activeJoints[i];
        const SolverJoint<Dimension>& from = s_.solverJoints[i];
        JointRecord<T>& to = s_.joints.at(index);
        to.force = from.impulse / dt_;
        to.torque = from.angularImpulse / dt_;
        const bool isBounded = isFinite(to.force) && isFinite(to.torque);
        to.force = isBounded ? to.force : Vector(0.0f);
        to.torque = isBounded ? to.torque : Spin(0.0f);
        to.tear = from.tear;
        for (std::size_t k = 0; k < from.axes.size(); ++k) {
            const SolverJointAxis& axis = from.axes[k];
            to.impulses[k] = {};
            if (isBounded && isFinite(axis.holdImpulse + axis.driveImpulse)) {
                to.impulses[k] = {axis.holdImpulse, axis.driveImpulse};
            }
        }
        if (glm::length(to.force) > to.joint.breakForce || sizeOf(to.torque) > to.joint.breakTorque) {
            s_.brokenJoints.push_back({{index, to.generation}, to.joint, to.force, to.torque});
        }
    }
    for (const BasicBrokenJoint<T>& broken : s_.brokenJoints) {
        s_.joints.remove(broken.id.index);
    }
}

/// Lets joined bodies stop together where one of them stops at an obstacle: otherwise their joints open.
template <class T>
void DynamicsStep<T>::stopJoined() {
    if (s_.solverJoints.empty()) {
        return;
    }
    s_.islands.reset(s_.stepBodies.size());
    for (const SolverJoint<Dimension>& joint : s_.solverJoints) {
        s_.joinMovers(joint.bodyA, joint.bodyB);
    }
    for (std::uint32_t i = 0; i < s_.shares.size(); ++i) {
        const std::uint32_t set = s_.islands.setOf(i);
        if (s_.shares[i] < s_.shares[set]) {
            s_.shares[set] = s_.shares[i];
            s_.carriers[set] = s_.carriers[i];
        }
    }
    for (std::uint32_t i = 0; i < s_.shares.size(); ++i) {
        const std::uint32_t set = s_.islands.setOf(i);
        s_.shares[i] = s_.shares[set];
        s_.carriers[i] = s_.carriers[set];
    }
}

#define SAT3D_INSTANTIATE(T)                       \
    template void DynamicsStep<T>::followJoints(); \
    template void DynamicsStep<T>::wakeJoined();   \
    template void DynamicsStep<T>::loadJoints();   \
    template void DynamicsStep<T>::storeJoints();  \
    template void DynamicsStep<T>::stopJoined()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
