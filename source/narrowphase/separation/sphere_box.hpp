#pragma once

/// @file
/// Separation of a box and a sphere whose center lies outside: the closest point by clamping.

#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::inline SAT3D_ABI {

/// Whether a pair in the canonical order is a sphere and a box.
[[nodiscard]] inline bool isSphereBox(ShapeRef a, ShapeRef b) noexcept {
    return a.kind() == ShapeRef::Kind::Sphere && b.kind() == ShapeRef::Kind::Box;
}

/// Computes the separation of a sphere and a box. Returns false if the sphere's center lies inside the box or
/// too close to it to define a normal.
/// @param answer  newly constructed
template <class T>
[[nodiscard]] bool separateSphereBox(const PosedPair<T>& pair, const SeparationQuery& query,
                                     WorldSeparation<T>& answer);

}  // namespace sat3d::inline SAT3D_ABI
