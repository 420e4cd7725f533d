#include "response/contacts/lighter_bodies.hpp"

#include "response/motion/locked_axes.hpp"
#include "response/motion/rigid_math.hpp"
#include "world/objects/for_each_space.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// The share of a contact's impulses that moves its bodies no more than all of them have moved what was there
/// before.
template <class T>
float shareOf(const BasicDynamicContact<T>& contact, const PushedBody<T>& before, const PushedBody<T>& now,
              const PushedBody<T>& other) {
    float share = 1.0f;
    for (const auto& point : contact.points()) {
        const float ofOther = other.speedOf(point.position, contact.normal),
                    former = before.speedOf(point.position, contact.normal) + ofOther,
                    speed = now.speedOf(point.position, contact.normal) + ofOther;
        share = speed > former ? std::min(share, former / speed) : share;
    }
    return share;
}

}  // namespace

template <class T>
PushedBody<T>::PushedBody(const BodyRecord<T>* record) {
    if (record != nullptr && record->inverseMass > 0.0f) {
        center = record->center();
        locked = record->body.locked;
        inverseMass = record->inverseMass;
        inverseInertia = inertiaInWorld(record->pose, record->inverseInertia);
        inverseInertia = locked.isAny() ? withLockedTurns(inverseInertia, locked) : inverseInertia;
    }
}

template <class T>
float PushedBody<T>::speedOf(const typename Space<T>::Position& point, const Vector& direction) const {
    const Vector arm(point - center);
    return glm::dot(withLockedMoves(inverseMass * direction, locked) +
                        spinCross(inverseInertia * armCross(arm, direction), arm),
                    direction);
}

template <class T>
void easeImpulses(std::span<FoundContact<T>> contacts, ObjectId id, const PushedBody<T>& before,
                  const PushedBody<T>& now, CallbackRef<const BodyRecord<T>*(ObjectId)> recordOf) {
    for (FoundContact<T>& found : contacts) {
        auto& contact = found.contact;
        const auto& [a, b] = contact.objects;
        if (a != id && b != id) {
            continue;
        }
        const float share = shareOf(contact, before, now, PushedBody<T>(recordOf(a == id ? b : a)));
        for (auto& point : contact.pointArray) {
            point.impulse *= share;
        }
        contact.frictionImpulse *= share;
        contact.twistImpulse *= share;
        contact.rollingImpulse *= share;
    }
}

#define SAT3D_INSTANTIATE(T)                                                               \
    template struct PushedBody<T>;                                                         \
    template void easeImpulses(std::span<FoundContact<T>>, ObjectId, const PushedBody<T>&, \
                               const PushedBody<T>&, CallbackRef<const BodyRecord<T>*(ObjectId)>)
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
