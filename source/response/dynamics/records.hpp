#pragma once

/// @file
/// The list of bodies, and what they take from shapes.

#include "response/dynamics/dynamics_state.hpp"
#include "response/dynamics/rigid_math.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/planar/basic_shapes.hpp>
#include <sat3d/planar/distance.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

template <class T>
void deriveFromMass(BodyRecord<T>& record) {
    const auto& mass = record.body.mass;
    record.inverseMass = record.body.isDynamic() ? 1.0f / mass.mass : 0.0f;
    record.inverseInertia = {};
    if (record.body.isDynamic()) {
        record.inverseInertia = inverseOf(mass.inertia);
    }
}

/// The ball or disk around a point of a body.
[[nodiscard]] inline Sphere roundAt(const glm::vec3& center, float radius) {
    return {.center = center, .radius = radius};
}
[[nodiscard]] inline Circle roundAt(const glm::vec2& center, float radius) {
    return {.center = center, .radius = radius};
}

template <class T>
void deriveFromShape(BodyRecord<T>& record, const typename Space<T>::Shape& shape) {
    using Pose = typename Space<T>::PartPose;
    const auto point = roundAt(record.body.mass.center, 0.0f);
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
