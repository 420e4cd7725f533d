#pragma once

/// @file
/// Which objects begin to touch in a step of dynamics, go on touching, and stop.

#include <sat3d/world/contact.hpp>
#include <sat3d/world/space.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Two objects that have touched in a step.
template <class T>
struct BasicTouch {
    using Vector = typename Space<T>::Dimension::Vector;

    ObjectPair objects;
    // A pair with a sensor has only its objects: all members below are 0.
    /// Where they have touched hardest, world frame.
    typename Space<T>::Position position{0};
    Vector normal{0.0f};   ///< there; unit, from a to b
    float impulse = 0.0f;  ///< along the normals of all their contacts, over the whole step, Newton seconds
    /// Speed with which the surfaces approached when they met, m/s. Negative if they parted.
    float approachSpeed = 0.0f;
};
using Touch = BasicTouch<float>;
using DTouch = BasicTouch<double>;
using PlanarTouch = BasicTouch<Planar<float>>;
using DPlanarTouch = BasicTouch<Planar<double>>;

/// What has changed in a step. Every list is sorted by a.index, then by b.index.
///
/// Two objects touch if their contact has pushed them or if they overlap, until they are more than a
/// millimeter apart (a twentieth of SolverOptions::margin). With a sensor, they touch while they overlap.
template <class T>
struct BasicStepEvents {
    /// Pairs that have touched in this step, and did not at the end of the step before.
    std::span<const BasicTouch<T>> begun;
    /// Pairs that touched at the end of the step before, and in this step. Those of sleeping bodies are left
    /// out, unless with a sensor.
    std::span<const BasicTouch<T>> stayed;
    /// Pairs that do not touch at the end of the step, but did at its start or within it: what bounces within
    /// a step has begun and ended. Also if an object was removed: then its id is stale.
    std::span<const ObjectPair> ended;
};
using StepEvents = BasicStepEvents<float>;
using DStepEvents = BasicStepEvents<double>;
using PlanarStepEvents = BasicStepEvents<Planar<float>>;
using DPlanarStepEvents = BasicStepEvents<Planar<double>>;

}  // namespace sat3d::SAT3D_ABI
