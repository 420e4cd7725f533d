#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/dynamics/sleeping.hpp"
#include "response/dynamics/standing_seams.hpp"
#include "response/motion/is_bounded.hpp"
#include "response/solver/solver_kernels.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// Whether the contact will close in this step.
template <class T>
bool touches(const FoundContact<T>& found, float dt) {
    return found.meeting != kNone || std::ranges::any_of(found.contact.points(), [&](const auto& point) {
               return point.separation <= std::max(0.0f, found.contact.approachSpeed * dt);
           });
}

}  // namespace

/// Finds the contacts of awake bodies. What they touch wakes, and then all is found again.
template <class T>
void DynamicsStep<T>::findContacts() {
    do {
        setStepBodies();
        setBoxes();
        s_.nearPairs.update(parallelFor_);
        collidePairs();
    } while (wakeTouched());
    dropSeams(s_, 0.1f * s_.options.solver.margin, parallelFor_);
}

/// Predicts how awake bodies move.
template <class T>
void DynamicsStep<T>::setStepBodies() {
    s_.stepBodies.resize(s_.awake.size());
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        const Record& record = s_.records[s_.awake[i]];
        StepBody<T>& body = s_.stepBodies[i] = {};
        body.center = record.center();
        body.velocity = record.body.velocity;
        body.angularVelocity = record.body.angularVelocity;
        body.isDynamic = isMover(&record);
        if (body.isDynamic) {
            body.acceleration =
                withLockedMoves(s_.options.gravity * record.body.gravityFactor, record.body.locked) +
                record.accelerationBy(record.force);
            if (record.torque != Spin(0.0f)) {
                body.angularAcceleration = record.accelerationBy(record.pose, record.torque);
            }
        }
        body.motion.translation = (body.velocity + body.acceleration * (0.5f * dt_)) * dt_;
        if (record.coreReach > 0.0f) {
            const Spin spin = body.angularVelocity + body.angularAcceleration * (0.5f * dt_);
            body.motion.turn = dt_ * (body.isDynamic && !record.body.locked.isAny()
                                          ? freeSpin(record.pose, record.body.mass.inertia,
                                                     record.inverseInertia, record.roundAxis, spin, dt_)
                                          : spin);
        }
        // The solver stops bodies whose motions are too large for numbers.
        if (!isBounded(body.motion.translation) || !isBounded(body.motion.turn)) {
            body.motion = {};
        }
        body.setMotion(body.motion, record.coreReach);
        body.innerRadius = record.innerRadius;
    });
    predictBySolver();
}

/// Lets the solver predict how bodies move that it moves otherwise: their axes move as they turn, substeps
/// turn a little less than their spin, damping slows them.
template <class T>
void DynamicsStep<T>::predictBySolver() {
    constexpr float kNegligible = 0.05f;  // of the solver's margin
    s_.predicted.clear();
    s_.solverBodies.clear();
    for (std::uint32_t i = 0; i < s_.stepBodies.size(); ++i) {
        const Record& record = s_.records[s_.awake[i]];
        StepBody<T>& body = s_.stepBodies[i];
        const float turn = sizeOf(body.motion.turn), limit = kNegligible * s_.options.solver.margin;
        const float bend = body.swing * turn * turn, damped = dt_ * (body.swing * record.body.angularDamping +
                                                                     body.way * record.body.linearDamping);
        body.turnsFar = bend > limit;
        // The spin of a capsule about its axis moves no point.
        if (bend + damped > limit && record.roundAxis == Vector(0.0f)) {
            s_.predicted.push_back(i);
            s_.solverBodies.push_back(solverBodyAt(i));
        }
    }
    if (s_.predicted.empty()) {
        return;
    }
    SolverAccess::step<Dimension>(s_.solverOfParts, {s_.solverBodies, {}, {}, {}}, dt_, parallelFor_);
    for (std::size_t i = 0; i < s_.predicted.size(); ++i) {
        const StepMotion<Dimension> motion = solvedMotion(s_.solverBodies[i]);
        if (isBounded(motion.translation) && isBounded(motion.turn)) {
            s_.stepBodies[s_.predicted[i]].setMotion(motion, s_.records[s_.awake[s_.predicted[i]]].coreReach);
        }
    }
}

/// Sets the boxes of awake bodies, with room for their motion.
template <class T>
void DynamicsStep<T>::setBoxes() {
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        const StepBody<T>& body = s_.stepBodies[i];
        const Record& record = s_.records[s_.awake[i]];
        const Object& object = *world_.find(record.id);
        // Acceleration bends the path, and substeps go a little farther.
        const float bend = glm::length(body.acceleration) * dt_ * dt_;
        s_.nearPairs.setBox(record.id.index,
                            grown(boxInSpace(object.shape, object.pose), inSpace(body.motion.translation),
                                  0.5f * s_.options.solver.margin + body.swing + record.partWay + bend));
    });
    // What moves farther in some steps leaves its room anyway.
    constexpr float kRoom = 2.5f, kSteps = 4.0f;
    const float room = kRoom * s_.options.solver.margin;
    for (std::size_t i = 0; i < s_.awake.size(); ++i) {
        const StepBody<T>& body = s_.stepBodies[i];
        const bool isSlow = kSteps * (body.way + body.swing) < room;
        s_.nearPairs.follow(s_.records[s_.awake[i]].id.index, isSlow ? room : 0.0f);
    }
}

/// Wakes the sleeping islands that awake bodies have contacts with.
/// @param touches  (index of a found contact): whether it counts
/// @return whether there were any
template <class T>
template <class Touches>
bool DynamicsStep<T>::wakeWhere(const Touches& touches) {
    if (s_.sleepingCount == 0) {
        return false;
    }
    s_.islandsToWake.clear();
    for (std::size_t i = 0; i < s_.found.size(); ++i) {
        const auto wake = [&](std::uint32_t record, std::uint32_t other) {
            if (record != kNone && s_.records[record].isAsleep() && other != kNone && touches(i)) {
                s_.islandsToWake.push_back(s_.records[record].island);
            }
        };
        wake(s_.found[i].recordA, s_.found[i].stepBodyB);
        wake(s_.found[i].recordB, s_.found[i].stepBodyA);
    }
    if (s_.islandsToWake.empty()) {
        return false;
    }
    wakeIslands(s_, std::span(s_.islandsToWake));
    listAwake();
    return true;
}

/// Wakes what awake bodies are about to touch.
template <class T>
bool DynamicsStep<T>::wakeTouched() {
    return wakeWhere([&](std::size_t i) { return touches(s_.found[i], dt_); });
}

/// Wakes what the solver has pushed: a sleeping body had an infinite mass there, so the step begins anew.
/// Where nothing was pushed, it has the same result again.
template <class T>
bool DynamicsStep<T>::wakePushed() {
    return wakeWhere([&](std::size_t i) { return hasPushed(s_.solverContacts[i]); });
}

#define SAT3D_INSTANTIATE(T)                       \
    template void DynamicsStep<T>::findContacts(); \
    template bool DynamicsStep<T>::wakePushed()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
