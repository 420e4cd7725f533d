#include "core/parallel/for_each_index.hpp"
#include "math/is_finite.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/rigid_math.hpp"
#include "response/solver/solver_kernels.hpp"

#include <sat3d/response/contact_solver.hpp>
#include <sat3d/response/material.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

template <class T>
const Material& materialOf(const BodyRecord<T>* record, const auto& options) {
    return record != nullptr ? record->body.material : options.material;
}

template <class T>
typename Space<T>::Dimension::Vector surfaceVelocity(const BodyRecord<T>* record) {
    using Vector = typename Space<T>::Dimension::Vector;
    const bool hasOne = record != nullptr && record->body.surfaceVelocity != Vector(0.0f);
    return hasOne ? directionInWorld(record->pose, record->body.surfaceVelocity) : Vector(0.0f);
}

/// Whether the motion of a body, or its square, is too large for numbers.
template <class Dimension>
bool isUnbounded(const BasicSolverBody<Dimension>& body) {
    return !std::isfinite(glm::length(body.velocity)) || !std::isfinite(sizeOf(body.angularVelocity)) ||
           !std::isfinite(glm::length(body.translation)) || !isFinite(body.rotation);
}

}  // namespace

template <class T>
void DynamicsStep<T>::solve() {
    loadBodies();
    loadContacts();
    SolverAccess::step(s_.solver, std::span(s_.solverBodies), std::span(s_.solverContacts), dt_,
                       parallelFor_);
    stopUnboundedBodies();
    storeContacts();
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
void DynamicsStep<T>::loadBodies() {
    s_.solverBodies.resize(s_.awake.size());
    forEachIndex(parallelFor_, s_.awake.size(), kBodiesPerTask, [&](std::size_t i) {
        const Record& record = s_.records[s_.awake[i]];
        const auto& body = record.body;
        const auto inverseInertia = inertiaInWorld(record.pose, record.inverseInertia);
        s_.solverBodies[i] = {
            .velocity = body.velocity,
            .angularVelocity = body.angularVelocity,
            .inverseMass = record.inverseMass,
            .inverseInertia = inverseInertia,
            .acceleration = s_.options.gravity * body.gravityFactor + record.force * record.inverseMass,
            .angularAcceleration = inverseInertia * record.torque,
            .linearDamping = body.linearDamping,
            .angularDamping = body.angularDamping};
    });
}

/// The center of mass of what has a contact, or 0 if it has no body.
template <class T>
auto DynamicsStep<T>::centerOf(std::uint32_t record, std::uint32_t stepBody) const -> Position {
    if (stepBody != kNone) {
        return s_.stepBodies[stepBody].center;
    }
    return record != kNone ? s_.records[record].center() : Position(0);
}

template <class T>
void DynamicsStep<T>::loadContacts() {
    static_assert(SolverContact::kStandsStill == kNone);
    s_.solverContacts.resize(s_.found.size());
    forEachIndex(parallelFor_, s_.found.size(), kContactsPerTask, [&](std::size_t i) {
        const Found& found = s_.found[i];
        const Contact& from = found.contact;
        const Record *a = s_.record(found.recordA), *b = s_.record(found.recordB);
        const Position centerA = centerOf(found.recordA, found.stepBodyA),
                       centerB = centerOf(found.recordB, found.stepBodyB);
        SolverContact& to = s_.solverContacts[i];
        to.bodyA = found.stepBodyA, to.bodyB = found.stepBodyB;
        to.normal = from.normal;
        to.pointCount = from.pointCount;
        for (std::uint32_t k = 0; k < from.pointCount; ++k) {
            const auto& point = from.pointArray[k];
            const Position halfGap(0.5f * point.separation * from.normal);
            to.points[k] = {a != nullptr ? Vector(point.position - halfGap - centerA) : Vector(0.0f),
                            b != nullptr ? Vector(point.position + halfGap - centerB) : Vector(0.0f),
                            point.separation, point.impulse};
        }
        const Material &materialA = materialOf(a, s_.options), &materialB = materialOf(b, s_.options);
        to.friction = combinedFriction(materialA, materialB);
        to.restitution = combinedRestitution(materialA, materialB);
        to.rollingResistance = std::max(materialA.rollingResistance, materialB.rollingResistance) *
                               std::max(found.radiusA, found.radiusB);
        to.surfaceVelocity = surfaceVelocity(b) - surfaceVelocity(a);
        to.radiusA = found.radiusA, to.radiusB = found.radiusB;
        to.frictionImpulse = from.frictionImpulse;
        to.twistImpulse = from.twistImpulse;
        to.rollingImpulse = from.rollingImpulse;
    });
}

template <class T>
void DynamicsStep<T>::storeContacts() {
    s_.contacts.resize(s_.found.size());
    forEachIndex(parallelFor_, s_.found.size(), kContactsPerTask, [&](std::size_t i) {
        const SolverContact& from = s_.solverContacts[i];
        Contact& to = s_.contacts[i];
        to = s_.found[i].contact;
        for (std::uint32_t k = 0; k < to.pointCount; ++k) {
            to.pointArray[k].impulse = from.points[k].impulse;
            to.pointArray[k].totalImpulse = from.points[k].totalImpulse;
        }
        to.frictionImpulse = from.frictionImpulse;
        to.twistImpulse = from.twistImpulse;
        to.rollingImpulse = from.rollingImpulse;
    });
}

template void DynamicsStep<float>::solve();
template void DynamicsStep<double>::solve();
template void DynamicsStep<Planar<float>>::solve();
template void DynamicsStep<Planar<double>>::solve();

}  // namespace sat3d::inline SAT3D_ABI::detail
