#pragma once

/// @file
/// The list of bodies, and what they take from shapes.

#include "response/dynamics/dynamics_state.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_float3x3.hpp>
#include <glm/matrix.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

/// The inverse of an inertia tensor, or 0 if it has none.
[[nodiscard]] inline glm::mat3 inverseOf(const glm::mat3& inertia) {
    const glm::dmat3 precise(inertia);
    const double determinant = glm::determinant(precise);
    return determinant > 0.0 ? glm::mat3(glm::inverse(precise)) : glm::mat3(0.0f);
}

template <class T>
void deriveFromMass(BodyRecord<T>& record) {
    const BodyMass& mass = record.body.mass;
    record.inverseMass = record.body.isDynamic() ? 1.0f / mass.mass : 0.0f;
    record.inverseInertia = record.body.isDynamic() ? inverseOf(mass.inertia) : glm::mat3(0.0f);
}

template <class T>
void deriveFromShape(BodyRecord<T>& record, const Shape& shape) {
    const Sphere point{.center = record.body.mass.center, .radius = 0.0f};
    const float depth = -distance(shape, Pose{}, point, Pose{}).separation;
    record.innerRadius = depth > 0.0f ? depth : 0.0f;
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

}  // namespace sat3d::inline SAT3D_ABI::detail
