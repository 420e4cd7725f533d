#pragma once

/// @file
/// Sleep: islands of bodies at rest, which touch each other, cost nothing until something touches them.

#include "response/dynamics/dynamics_state.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

/// Wakes the bodies of some islands, and takes their contacts back. O(bodies + contacts).
/// @param islands  see BodyRecord::island. Sorts them
template <class T>
void wakeIslands(DynamicsState<T>& state, std::span<std::uint32_t> islands);

template <class T>
void wakeAll(DynamicsState<T>& state);

/// Wakes a body, and all that sleep with it.
/// Wakes the bodies that touch an object, whether it is asleep or stands still.
template <class T>
void wakeTouching(DynamicsState<T>& state, ObjectId object);
template <class T>
void wakeIsland(DynamicsState<T>& state, const BodyRecord<T>& record);

/// Whether forces act on a body, or acted on it in the last step that moved it.
template <class T>
[[nodiscard]] bool isForced(const BodyRecord<T>& record) {
    using Dimension = typename Space<T>::Dimension;
    const typename Dimension::Vector none(0.0f);
    const typename Dimension::Spin noSpin(0.0f);
    return record.force != none || record.torque != noSpin || record.formerForce != none ||
           record.formerTorque != noSpin;
}

/// Wakes the bodies that other forces act on than those with which they fell asleep: if the difference would
/// make them faster than the limit of sleep in the time that it takes to fall asleep.
template <class T>
void wakeForced(DynamicsState<T>& state);

/// Takes the forces of this step from the bodies that have slept through it. Those that it has woken got
/// them.
template <class T>
void dropForces(DynamicsState<T>& state);

/// Copies the last contacts for the game.
template <class T>
void publishContacts(DynamicsState<T>& state, ParallelFor parallelFor = kInOneThread);

/// Lets islands fall asleep whose bodies have all been slow for long enough. Two bodies are in one island if
/// they press on each other.
template <class T>
void updateSleep(DynamicsState<T>& state, float dt, ParallelFor parallelFor);

}  // namespace sat3d::SAT3D_ABI
