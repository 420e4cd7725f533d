#pragma once

/// @file
/// Bodies of a Dynamics, and what a step asks of them.

#include "response/motion/locked_axes.hpp"
#include "response/motion/meeting.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/motion/step_motion.hpp"

#include <sat3d/response/body.hpp>
#include <sat3d/world/object.hpp>
#include <sat3d/world/space.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace sat3d::SAT3D_ABI {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A body, with what is derived from its mass and shape.
template <class T>
struct BodyRecord {
    using Dimension = typename Space<T>::Dimension;

    ObjectId id;
    BasicBody<Dimension> body;
    typename Dimension::Vector force{0.0f};  ///< for the next step
    typename Dimension::Spin torque{0.0f};
    /// The force and torque in the last step that moved the body. The same ones do not wake it while it
    /// sleeps.
    typename Dimension::Vector formerForce{0.0f};
    typename Dimension::Spin formerTorque{0.0f};
    float restSeconds = 0.0f;  ///< how long it has been slow
    /// While asleep: the lowest index of an object in its island. Otherwise kNone.
    std::uint32_t island = kNone;
    /// The velocities of a kinematic body in the last step, if that step moved it: see accelerationBetween().
    typename Dimension::Vector formerVelocity{0.0f};
    typename Dimension::Spin formerSpin{0.0f};
    /// Of a kinematic body that moves to a pose: the time until it is there. 0: it does not.
    float secondsToTarget = 0.0f;
    typename Space<T>::Pose target;
    std::vector<typename Space<T>::PartPose> partPoses;  ///< of a compound, at the end of the last step

    // Derived.
    typename Space<T>::Pose pose;                ///< of the object, at the last step; see hasPoseOfItsOwn()
    typename Space<T>::Pose formerPose;          ///< when the last step that moved it began
    std::uint64_t contentHash = 0;               ///< of the object, when innerRadius was computed
    std::uint64_t shapeHash = 0;                 ///< of its shape without the poses of parts, then
    std::vector<BodyCore<Dimension>> cores;      ///< see findCores()
    typename Dimension::Vector roundAxis{0.0f};  ///< see roundAxisOf()
    typename Dimension::Inertia inverseInertia{0.0f};  ///< in the shape's axes, if no axis is locked
    // What each pair asks for stands together.
    float inverseMass = 0.0f;
    float reach = 0.0f;        ///< distance of the farthest point from the center of mass
    float coreReach = 0.0f;    ///< the same without the radius of round parts, whose surface does not turn
    float innerRadius = 0.0f;  ///< of the least core; 0 if there is none
    std::uint32_t stepBody = kNone;              ///< its place in stepBodies, if this step moves it
    float partWay = 0.0f;                        ///< the farthest that moving parts go, at most, meters
    std::uint32_t firstPart = 0, partCount = 0;  ///< in partMotions, if this step moves parts

    /// Whether the pose is state: the next step compares it with that of the object, which the game may have
    /// moved.
    [[nodiscard]] bool hasPoseOfItsOwn() const { return body.followsPose || secondsToTarget > 0.0f; }
    [[nodiscard]] bool isAsleep() const { return island != kNone; }
    /// How a force and a torque accelerate it at a pose.
    [[nodiscard]] typename Dimension::Vector accelerationBy(const typename Dimension::Vector& newtons) const {
        return withLockedMoves(newtons * inverseMass, body.locked);
    }
    [[nodiscard]] typename Dimension::Spin accelerationBy(
        const typename Space<T>::Pose& at, const typename Dimension::Spin& newtonMeters) const {
        const auto inverse = inertiaInWorld(at, inverseInertia);
        return (body.locked.isAny() ? withLockedTurns(inverse, body.locked) : inverse) * newtonMeters;
    }
    [[nodiscard]] typename Space<T>::Position center() const {
        return pose * typename Space<T>::Position(body.mass.center);
    }
};

/// Whether contacts can move a body in this step.
template <class T>
[[nodiscard]] bool isMover(const BodyRecord<T>* record) {
    return record != nullptr && record->inverseMass > 0.0f && !record->isAsleep();
}

/// What a step asks of a body that it moves for each of its pairs. The default stands still.
template <class T>
struct alignas(64) StepBody {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using Position = typename Space<T>::Position;

    Position center{0};     ///< of mass
    Vector velocity{0.0f};  ///< at the start of the step
    typename Dimension::Spin angularVelocity{0.0f};
    StepMotion<Dimension> motion;  ///< if nothing touches it: by its velocity, gravity and all forces
    Vector acceleration{0.0f};
    typename Dimension::Spin angularAcceleration{0.0f};
    float way = 0.0f;          ///< of the center, meters
    float swing = 0.0f;        ///< how far its rotation moves its farthest point in the step
    float innerRadius = 0.0f;  ///< see BodyRecord
    bool isDynamic = false;    ///< whether contacts move it
    bool turnsFar = false;     ///< whether it leaves the straight way by more than contacts overlook

    /// @param coreReach  see BodyRecord
    void setMotion(const StepMotion<Dimension>& to, float coreReach) {
        motion = to;
        way = glm::length(to.translation);
        swing = farthestSwing(to.turn, coreReach);
    }
};

}  // namespace sat3d::SAT3D_ABI
