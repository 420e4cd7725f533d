#pragma once

/// @file
/// Seams between the pieces of a floor.

#include "response/dynamics/dynamics_state.hpp"

#include <sat3d/core/parallel_for.hpp>

namespace sat3d::SAT3D_ABI {

/// Drops found contacts at the seams of what stands still: of the side of a tile that its neighbor covers. A
/// body that slides over a floor of several boxes does not feel them.
///
/// For each convex piece of a body, contacts are taken in the order in which the piece meets them, with the
/// most points first, then the nearest. A contact is dropped if all its points on the standing surface lie
/// below the plane of one that was kept. The piece lies above that plane, so it cannot reach them without
/// breaking the other contact.
/// @param tolerance  meters: points this far above a plane count as below it
template <class T>
void dropSeams(DynamicsState<T>& state, float tolerance, ParallelFor parallelFor);

}  // namespace sat3d::SAT3D_ABI
