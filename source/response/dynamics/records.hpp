#pragma once

/// @file
/// The list of bodies, and what they take from shapes.

#include "response/body/body_faults.hpp"
#include "response/dynamics/dynamics_state.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/space_math.hpp"
#include "world/world_access.hpp"

#include <sat3d/broadphase/broad_phase.hpp>
#include <sat3d/geometry/aabb.hpp>
#include <sat3d/response/contact_solver.hpp>
#include <sat3d/world/object.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

template <class T>
void deriveFromMass(BodyRecord<T>& record) {
    const auto& mass = record.body.mass;
    record.inverseMass = record.body.isDynamic() ? 1.0f / mass.mass : 0.0f;
    record.inverseInertia = {};
    if (record.body.isDynamic()) {
        record.inverseInertia = inverseOf(mass.inertia);
    }
}

/// Whether a body with a mass has got a surface as its shape. Contacts cannot move that, so it stands still.
template <class T>
[[nodiscard]] bool standsStill(const BodyRecord<T>& record) {
    return record.body.isDynamic() && record.inverseMass == 0.0f;
}

/// Sets the velocities of a body, but not along locked axes.
template <class T>
void setVelocities(BodyRecord<T>& record, const typename Space<T>::Dimension::Vector& velocity,
                   const typename Space<T>::Dimension::Spin& angularVelocity) {
    if (standsStill(record)) {
        record.body.velocity = {};
        record.body.angularVelocity = {};
        return;
    }
    const auto& locked = record.body.locked;
    const bool isLocked = record.body.isDynamic() && locked.isAny();
    record.body.velocity = isLocked ? velocity * freeMoves(locked) : velocity;
    record.body.angularVelocity = isLocked ? angularVelocity * freeTurns(locked) : angularVelocity;
}

/// Derives all. The velocities are state: see standsStill().
template <class T>
void deriveFromShape(BodyRecord<T>& record, const typename Space<T>::Shape& shape) {
    using Dimension = typename Space<T>::Dimension;
    deriveFromMass(record);
    if (record.body.isDynamic() && !isMovable(shape)) {
        record.inverseMass = 0.0f;
        record.inverseInertia = {};
    }
    findCores<T>(shape, record.body.mass.center, record.cores);
    const auto least = std::ranges::min_element(record.cores, {}, &BodyCore<Dimension>::radius);
    record.innerRadius = least != record.cores.end() ? least->radius : 0.0f;
    const ShapeReach reach = reachOf<T>(shape, record.body.mass.center);
    record.reach = reach.whole;
    record.coreReach = reach.core;
    record.roundAxis = roundAxisOf<T>(shape, record.body.mass.center);
}

/// Remembers where the parts of a body are.
template <class T>
void setPartPoses(BodyRecord<T>& record, const typename Space<T>::Shape& shape) {
    record.partPoses.clear();
    for (const auto& part : partsOf(shape)) {
        record.partPoses.push_back(part.pose);
    }
}

/// Whether a contact had an impulse in the step.
template <class Dimension>
[[nodiscard]] bool hasPushed(const BasicSolverContact<Dimension>& contact) {
    return std::ranges::any_of(std::span(contact.points).first(contact.pointCount),
                               [](const auto& point) { return point.totalImpulse > 0.0f; });
}

/// Sets the box of an object that does not move, with half the margin of contacts: the other half is that of
/// the other object. Sensors have no contacts.
template <class T>
void place(DynamicsState<T>& state, std::uint32_t index, const BasicObject<T>& object) {
    state.sensors.set(index, object.kind == ObjectKind::Sensor);
    if (object.kind == ObjectKind::Sensor) {
        state.nearPairs.remove(index);
        return;
    }
    const std::uint32_t at = state.recordAt(index);
    const bool isDynamic = at != kNone && state.records[at].inverseMass > 0.0f;
    const bool isStatic = object.kind == ObjectKind::Static && !isDynamic;
    const float partWay = at != kNone ? state.records[at].partWay : 0.0f;
    state.nearPairs.place(index,
                          grown(boxInSpace(object.shape, object.pose), glm::vec3(0.0f),
                                0.5f * state.options.solver.margin + partWay),
                          isStatic ? BroadPhase::Mobility::Static : BroadPhase::Mobility::Moving);
}

/// An object as it is now.
template <class T>
[[nodiscard]] SeenObject seenNow(const BasicWorld<T>& world, ObjectId id) {
    return {id, WorldAccess::contentHash(world, id.index), WorldAccess::poseHash(world, id.index)};
}

/// Lets the next step follow an object whose body was set or removed.
template <class T>
void markChanged(DynamicsState<T>& state, std::uint32_t object) {
    if (object < state.seen.size()) {
        state.seen[object].contentHash = 0;
    }
    state.changedBodies.push_back(object);
}

/// Removes a body from the list. The last one takes its place.
template <class T>
void removeRecord(DynamicsState<T>& state, std::uint32_t at) {
    state.recordOf[state.records[at].id.index] = kNone;
    state.sleepingCount -= state.records[at].isAsleep() ? 1 : 0;
    if (at + 1 != state.records.size()) {
        state.records[at] = state.records.back();
        state.recordOf[state.records[at].id.index] = at;
    }
    state.records.pop_back();
}

}  // namespace sat3d::SAT3D_ABI
