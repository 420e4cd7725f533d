#pragma once

/// @file
/// What contacts do by the materials of their objects.

#include "response/body/body_faults.hpp"
#include "response/body/material_pairs.hpp"
#include "response/body/surfaces.hpp"
#include "response/contacts/body_record.hpp"
#include "response/contacts/found_contact.hpp"
#include "response/motion/is_bounded.hpp"

#include <sat3d/response/contact_settings.hpp>
#include <sat3d/response/dynamics.hpp>
#include <sat3d/response/material.hpp>

#include <algorithm>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The material and the velocity, in the body's own frame, of what touches of an object.
template <class Dimension>
struct TouchingSurface {
    const Material& material;
    typename Dimension::Vector velocity{0.0f};
};

/// @param standing  the material of objects without a body
template <class T>
[[nodiscard]] TouchingSurface<typename Space<T>::Dimension> touchingSurface(const BodyRecord<T>* record,
                                                                            std::uint32_t tag,
                                                                            const Material& standing) {
    if (record == nullptr) {
        return {standing};
    }
    if (const auto* const surface = partSurfaceOf(record->body, tag)) {
        return {surface->material, surface->velocity};
    }
    return {record->body.material, record->body.surfaceVelocity};
}

template <class T>
[[nodiscard]] BasicContactSettings<typename Space<T>::Dimension> settingsOf(
    const FoundContact<T>& found, const BodyRecord<T>* recordA, const BodyRecord<T>* recordB,
    const BasicDynamicsOptions<typename Space<T>::Dimension>& options) {
    using Vector = typename Space<T>::Dimension::Vector;
    const auto a = touchingSurface(recordA, found.tagA, options.material),
               b = touchingSurface(recordB, found.tagB, options.material);
    const auto inWorld = [](const BodyRecord<T>* record, const Vector& velocity) {
        return velocity != Vector(0.0f) ? directionInWorld(record->pose, velocity) : Vector(0.0f);
    };
    const auto [friction, restitution] = coefficientsOf(a.material, b.material, options.materialTable.pairs);
    return {.friction = friction,
            .restitution = restitution,
            .rollingResistance = std::max(a.material.rollingResistance, b.material.rollingResistance),
            .surfaceVelocity = inWorld(recordB, b.velocity) - inWorld(recordA, a.velocity)};
}

/// Whether the numbers of settings are in their range.
template <class Dimension>
[[nodiscard]] bool isSound(const BasicContactSettings<Dimension>& settings) {
    return isCoefficient(settings.friction) && isCoefficient(settings.rollingResistance) &&
           isCoefficient(settings.restitution) && settings.restitution <= 1.0f &&
           settings.maxImpulse >= 0.0f && isBounded(settings.surfaceVelocity);
}

}  // namespace sat3d::SAT3D_ABI
