#include "math/is_finite.hpp"
#include "response/contacts/contact_settings.hpp"
#include "response/contacts/kinematic_acceleration.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/is_bounded.hpp"
#include "response/motion/rigid_math.hpp"
#include "response/solver/solver_kernels.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// The middle of the arms of a contact's points.
template <class Dimension>
typename Dimension::Vector middleOf(const BasicSolverContact<Dimension>& contact,
                                    typename Dimension::Vector BasicSolverPoint<Dimension>::*arm) {
    typename Dimension::Vector sum(0.0f);
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        sum += contact.points[i].*arm;
    }
    return sum / static_cast<float>(std::max(contact.pointCount, 1u));
}

/// What the surface of a kinematic body that turns, or gets faster, adds to its velocity: a velocity at the
/// start of the step, and its change, m/s2.
template <class Dimension>
struct SurfaceTurn {
    typename Dimension::Vector velocity{0.0f}, acceleration{0.0f};
};

/// Without it, what stands on a turntable moves along the tangent for a step, and so outward. With one mean
/// velocity for the step, friction must give the whole change in the first substep; it is too weak for that,
/// and what stands on a train that starts would slide back.
/// @param arm  of the body
template <class T, class Dimension = typename Space<T>::Dimension>
SurfaceTurn<Dimension> surfaceTurn(const BodyRecord<T>* record, const StepBody<T>* body,
                                   const BasicSolverContact<Dimension>& contact,
                                   typename Dimension::Vector BasicSolverPoint<Dimension>::*arm, float dt,
                                   float formerDt) {
    if (record == nullptr || body == nullptr || body->isDynamic) {
        return {};
    }
    const typename Dimension::DVector middle(middleOf(contact, arm));
    const auto velocityAt = [&](double fraction) {
        return spinCross(body->angularVelocity,
                         typename Dimension::Vector(swingOf(body->motion.turn, fraction, middle)));
    };
    // The line through these two has almost the mean of the curve.
    const typename Dimension::Vector early = velocityAt(0.25), late = velocityAt(0.75);
    const typename Dimension::Vector faster =
        accelerationBetween(*record, dt, formerDt).at(typename Dimension::Vector(middle));
    return {1.5f * early - 0.5f * late - (0.5f * dt) * faster, (late - early) / (0.5f * dt) + faster};
}

/// Whether the motion of a body is too large for numbers.
template <class Dimension>
bool isUnbounded(const BasicSolverBody<Dimension>& body) {
    return !isBounded(body.velocity) || !isBounded(body.angularVelocity) || !isBounded(body.translation) ||
           !isFinite(body.rotation);
}

}  // namespace

/// Solves the step. If bodies tumble into others that they were to pass, it is solved again, at most twice:
/// at first, those contacts meet; then, all contacts of the islands in which there are still such.
template <class T>
void DynamicsStep<T>::solve() {
    solveOnce();
    if (findTumbling()) {
        solveIslandsAgain();
        if (findTumbling()) {
            letIslandsMeet();
            solveIslandsAgain();
        }
    }
    stopUnboundedBodies();
}

template <class T>
void DynamicsStep<T>::solveOnce() {
    loadConstraints();
    if constexpr (Spatial<T>) {
        loadVehicles();
    }
    dropPassing();
    SolverAccess::step<Dimension>(s_.solver,
                                  {s_.solverBodies,
                                   s_.solverContacts,
                                   s_.solverJoints,
                                   {s_.solverWheels, s_.solverTreads, s_.solverAxles}},
                                  dt_, parallelFor_);
}

/// Gives the solver the bodies, contacts and joints as they are at the start of the step.
template <class T>
void DynamicsStep<T>::loadConstraints() {
    loadBodies();
    loadContacts();
    loadJoints();
}

/// Takes away contacts with bodies that turn far and pass what is near, if nothing else can touch either of
/// the two: these move as predicted, but on a way that gaps along a normal do not know.
template <class T>
void DynamicsStep<T>::dropPassing() {
    if (std::ranges::none_of(s_.stepBodies, &StepBody<T>::turnsFar)) {
        return;
    }
    s_.isHeld.assign(s_.stepBodies.size(), false);
    const auto hold = [&](const auto& ends) {
        for (const std::uint32_t body : {ends.bodyA, ends.bodyB}) {
            if (body != SolverContact::kStandsStill) {
                s_.isHeld[body] = true;
            }
        }
    };
    for (std::size_t i = 0; i < s_.found.size(); ++i) {
        if (s_.found[i].fraction < 1.0f) {
            hold(s_.solverContacts[i]);
        }
    }
    std::ranges::for_each(s_.solverJoints, hold);
    std::ranges::for_each(s_.solverWheels, hold);
    const auto isHeld = [&](std::uint32_t stepBody) { return s_.isMoverAt(stepBody) && s_.isHeld[stepBody]; };
    const auto turnsFar = [&](std::uint32_t stepBody) {
        return stepBody != SolverContact::kStandsStill && s_.stepBodies[stepBody].turnsFar;
    };
    for (std::size_t i = 0; i < s_.found.size(); ++i) {
        SolverContact& contact = s_.solverContacts[i];
        if (s_.found[i].fraction == 1.0f && !isHeld(contact.bodyA) && !isHeld(contact.bodyB) &&
            (turnsFar(contact.bodyA) || turnsFar(contact.bodyB))) {
            const Vector normal = contact.normal;
            contact = {};
            contact.normal = normal;
        }
    }
}

/// Bodies whose motion is too large for numbers stop. Their contacts start anew: an infinite impulse would
/// hold them for ever.
template <class T>
void DynamicsStep<T>::stopUnboundedBodies() {
    if (std::ranges::none_of(s_.solverBodies, isUnbounded<Dimension>)) {
        return;
    }
    const auto stops = [&](std::uint32_t body) {
        return body != SolverContact::kStandsStill && isUnbounded(s_.solverBodies[body]);
    };
    for (SolverContact& contact : s_.solverContacts) {
        if (stops(contact.bodyA) || stops(contact.bodyB)) {
            for (auto& point : contact.points) {
                point.impulse = point.totalImpulse = 0.0f;
            }
            contact.frictionImpulse = Vector(0.0f);
            contact.twistImpulse = 0.0f;
            contact.rollingImpulse = Spin(0.0f);
        }
    }
    for (SolverBody& body : s_.solverBodies) {
        if (isUnbounded(body)) {
            body = {};
        }
    }
}

template <class T>
auto DynamicsStep<T>::solverBodyAt(std::size_t stepBody) const -> SolverBody {
    const Record& record = s_.records[s_.awake[stepBody]];
    const StepBody<T>& predicted = s_.stepBodies[stepBody];
    const auto& body = record.body;
    return {.velocity = body.velocity,
            .angularVelocity = body.angularVelocity,
            .inverseMass = record.inverseMass,
            .inverseInertia = inertiaInWorld(record.pose, record.inverseInertia),
            .acceleration = predicted.acceleration,
            .angularAcceleration = predicted.angularAcceleration,
            .locked = body.locked,
            .linearDamping = body.linearDamping,
            .angularDamping = body.angularDamping};
}

template <class T>
void DynamicsStep<T>::loadBodies() {
    s_.solverBodies.resize(s_.awake.size());
    detail::forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask,
                         [&](std::size_t i) { s_.solverBodies[i] = solverBodyAt(i); });
}

/// The center of mass of what has a contact, or 0 if it has no body.
template <class T>
auto DynamicsStep<T>::centerOf(std::uint32_t record, std::uint32_t stepBody) const -> Position {
    if (stepBody != kNone) {
        return s_.stepBodies[stepBody].center;
    }
    return record != kNone ? s_.records[record].center() : Position(0);
}

/// Lets a contact have the arms of the moment when the bodies meet.
template <class T>
void DynamicsStep<T>::loadMeeting(const Found& found, SolverContact& to) const {
    const MeetingArms<T>& meeting = s_.meetings[found.meeting];
    for (std::uint32_t k = 0; k < to.pointCount; ++k) {
        to.points[k].armA = meeting.a[k];
        to.points[k].armB = meeting.b[k];
    }
    const auto turned = [&](std::uint32_t stepBody) {
        return stepBody != kNone ? rotationAt(s_.stepBodies[stepBody].motion.turn, found.fraction)
                                 : Dimension::kNoRotation;
    };
    to.turnedA = turned(found.stepBodyA), to.turnedB = turned(found.stepBodyB);
}

/// How the part of A or B that a contact touches moves in its body: the way of the middle of its points, and
/// the turn.
template <class T>
StepMotion<typename Space<T>::Dimension> DynamicsStep<T>::partMotionAt(const Found& found, bool isA) {
    const Record* const record = s_.record(isA ? found.recordA : found.recordB);
    const std::uint32_t child = isA ? found.contact.children.a : found.contact.children.b;
    const auto parts = s_.partMotionsOf(record);
    const auto moving = std::ranges::find(parts, child, &PartMotion<T>::child);
    if (moving == parts.end()) {
        return {};
    }
    const auto points = found.contact.points();
    DVector middle(0.0);
    for (std::size_t k = 0; k < points.size(); ++k) {
        middle += found.meeting == kNone ? DVector(points[k].position)
                  : isA                  ? DVector(s_.meetings[found.meeting].onA[k])
                                         : DVector(s_.meetings[found.meeting].onB[k]);
    }
    middle /= static_cast<double>(points.size());
    double toMean = 0.5;
    if (found.meeting != kNone) {
        toMean = -0.5 * static_cast<double>(found.fraction);
        const std::uint32_t at = isA ? found.stepBodyA : found.stepBodyB;
        if (at != kNone) {
            middle -= static_cast<double>(found.fraction) * DVector(s_.stepBodies[at].motion.translation);
        }
    }
    return {moving->wayAt(Vector(middle - DVector(record->center())), toMean), moving->motion.turn};
}

/// Sets the velocities of parts that move in their bodies. These need arms of B also if it stands still.
template <class T>
void DynamicsStep<T>::loadParts(const Found& found, SolverContact& to) {
    const auto a = partMotionAt(found, true), b = partMotionAt(found, false);
    to.partVelocity = (b.translation - a.translation) / dt_;
    to.partSpin = (b.turn - a.turn) / dt_;
    for (std::uint32_t k = 0; k < to.pointCount && found.stepBodyB == kNone; ++k) {
        const auto& place = [&](std::uint32_t point) -> const Position& {
            return found.meeting != kNone ? s_.meetings[found.meeting].onB[point]
                                          : found.contact.pointArray[point].position;
        };
        to.points[k].armB = Vector(place(k) - place(0));
    }
}

template <class T>
void DynamicsStep<T>::loadContacts() {
    static_assert(SolverContact::kStandsStill == kNone);
    s_.solverContacts.resize(s_.found.size());
    const float formerDt = s_.lastSeconds;
    detail::forEachIndex(parallelFor_, s_.found.size(), kContactsPerTask, [&](std::size_t i) {
        const Found& found = s_.found[i];
        const Contact& from = found.contact;
        const Record *a = s_.record(found.recordA), *b = s_.record(found.recordB);
        const Position centerA = centerOf(found.recordA, found.stepBodyA),
                       centerB = centerOf(found.recordB, found.stepBodyB);
        SolverContact& to = s_.solverContacts[i];
        to.bodyA = found.stepBodyA, to.bodyB = found.stepBodyB;
        to.normal = from.normal;
        to.pointCount = from.pointCount;
        to.meetTime = found.fraction;
        to.turnedA = to.turnedB = Dimension::kNoRotation;
        for (std::uint32_t k = 0; k < from.pointCount; ++k) {
            const auto& point = from.pointArray[k];
            const Position halfGap(0.5f * point.separation * from.normal);
            to.points[k] = {a != nullptr ? Vector(point.position - halfGap - centerA) : Vector(0.0f),
                            b != nullptr ? Vector(point.position + halfGap - centerB) : Vector(0.0f),
                            point.separation + found.room, point.impulse};
        }
        if (found.meeting != kNone) {
            loadMeeting(found, to);
        }
        const auto settings = found.settings != kNone ? s_.hookedSettings[found.settings]
                                                      : settingsOf<T>(found, a, b, s_.options);
        to.friction = settings.friction;
        to.restitution = settings.restitution;
        to.rollingResistance = settings.rollingResistance * std::max(found.radiusA, found.radiusB);
        to.maxImpulse = settings.maxImpulse;
        const auto turning = [&](const Record* record, std::uint32_t at,
                                 Vector BasicSolverPoint<Dimension>::*arm) {
            return surfaceTurn<T>(record, at != kNone ? &s_.stepBodies[at] : nullptr, to, arm, dt_, formerDt);
        };
        const auto turnA = turning(a, found.stepBodyA, &BasicSolverPoint<Dimension>::armA),
                   turnB = turning(b, found.stepBodyB, &BasicSolverPoint<Dimension>::armB);
        to.surfaceVelocity = settings.surfaceVelocity + (turnB.velocity - turnA.velocity);
        to.surfaceAcceleration = turnB.acceleration - turnA.acceleration;
        to.partVelocity = Vector(0.0f), to.partSpin = Spin(0.0f);
        if ((a != nullptr && a->partWay > 0.0f) || (b != nullptr && b->partWay > 0.0f)) {
            loadParts(found, to);
        }
        to.radiusA = found.radiusA, to.radiusB = found.radiusB;
        to.frictionImpulse = from.frictionImpulse;
        to.twistImpulse = from.twistImpulse;
        to.rollingImpulse = from.rollingImpulse;
    });
}

/// Keeps the contacts for the next step, with their impulses.
template <class T>
void DynamicsStep<T>::keepContacts() {
    s_.lastSeconds = dt_;
    s_.substep = dt_ / static_cast<float>(s_.options.solver.substeps);
    detail::forEachIndex(parallelFor_, s_.found.size(), kContactsPerTask, [&](std::size_t i) {
        const SolverContact& from = s_.solverContacts[i];
        Contact& to = s_.found[i].contact;
        for (std::uint32_t k = 0; k < to.pointCount; ++k) {
            to.pointArray[k].impulse = from.points[k].impulse;
            to.pointArray[k].totalImpulse = from.points[k].totalImpulse;
        }
        to.frictionImpulse = from.frictionImpulse;
        to.twistImpulse = from.twistImpulse;
        to.rollingImpulse = from.rollingImpulse;
    });
    std::swap(s_.found, s_.lastContacts);
    std::swap(s_.covered, s_.lastCovered);
    std::swap(s_.searched, s_.lastSearched);
}

#define SAT3D_INSTANTIATE(T)                                                    \
    template auto DynamicsStep<T>::solverBodyAt(std::size_t) const->SolverBody; \
    template void DynamicsStep<T>::solve();                                     \
    template void DynamicsStep<T>::solveOnce();                                 \
    template void DynamicsStep<T>::loadConstraints();                           \
    template void DynamicsStep<T>::dropPassing();                               \
    template void DynamicsStep<T>::keepContacts()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
