#pragma once

/// @file
/// Separation of spheres and capsules: the closest points of two segments in closed form.

#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>

namespace sat3d::inline SAT3D_ABI {

[[nodiscard]] inline bool isSphereOrCapsule(ShapeRef shape) noexcept {
    return shape.kind() <= ShapeRef::Kind::Capsule;
}

/// Computes the separation of two spheres or capsules in either order; both orders mirror each other bit for
/// bit. Returns false if the cores touch and define no normal.
/// @param answer  newly constructed
template <class T>
[[nodiscard]] bool separateSphereCapsule(const PosedPair<T>& pair, const SeparationQuery& query,
                                         WorldSeparation<T>& answer);

}  // namespace sat3d::inline SAT3D_ABI
