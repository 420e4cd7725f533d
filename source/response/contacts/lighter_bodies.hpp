#pragma once

/// @file
/// Bodies that the game has made lighter keep no impulses that would throw them.

#include "response/contacts/body_record.hpp"
#include "response/contacts/found_contact.hpp"

#include <sat3d/core/callback.hpp>
#include <sat3d/world/object.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// How an impulse moves a body: by its mass and inertia. The default does not move.
template <class T>
struct PushedBody {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;

    typename Space<T>::Position center{0};
    float inverseMass = 0.0f;
    typename Dimension::Inertia inverseInertia{0.0f};  ///< world axes
    BasicLockedAxes<Dimension> locked = {};

    PushedBody() = default;
    /// @param record  or nullptr
    explicit PushedBody(const BodyRecord<T>* record);

    /// The speed along a direction that an impulse of 1 Ns along it gives to a point.
    [[nodiscard]] float speedOf(const typename Space<T>::Position& point, const Vector& direction) const;

    friend bool operator==(const PushedBody&, const PushedBody&) = default;
};

/// Scales the impulses that the next step begins with at the contacts of a body with another mass: those that
/// have held or squeezed a heavy body would throw a light one. What they do to the bodies together does not
/// grow.
/// @param before, now  the body with its former mass, and with this one
/// @param recordOf     returns the body of another object, or nullptr
template <class T>
void easeImpulses(std::span<FoundContact<T>> contacts, ObjectId id, const PushedBody<T>& before,
                  const PushedBody<T>& now, CallbackRef<const BodyRecord<T>*(ObjectId)> recordOf);

}  // namespace sat3d::SAT3D_ABI
