#pragma once

/// @file
/// Shortens sweeps so that a gap remains: SweepOptions::skin.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/math/rigid_motion.hpp>
#include <sat3d/narrowphase/sweep.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Returns the sweep with a fraction at which the shapes keep the skin, or the gap that they started with.
/// Not for an InitialOverlap, which stays as it is.
/// @param skin               meters, positive
/// @param motionsOfChildren  empty, or one for each child of A, which is a Compound, instead of motionA
template <class T>
[[nodiscard]] BasicSweep<T> withSkin(const BasicSweep<T>& sweep, const PosedPair<T>& pair,
                                     const RigidMotion& motionA, const RigidMotion& motionB, double skin,
                                     std::span<const RigidMotion> motionsOfChildren = {});

}  // namespace sat3d::SAT3D_ABI
