#pragma once

/// @file
/// The list of bodies, and what they take from shapes.

#include "response/dynamics/dynamics_state.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/distance.hpp>
#include <sat3d/shapes/shape.hpp>
#include <sat3d/shapes/sphere.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI::detail {

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
