#pragma once

/// @file
/// Manifolds of pairs whose gap has a closed form.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes the manifold of a pair for which hasRoundGap() is true.
/// @param manifold  empty; receives the answer in the order of the pair
/// @return false if there is no closed form for the pair in its poses
template <class T>
[[nodiscard]] bool findRoundManifold(const PosedPair<T>& pair, const CollideOptions& options,
                                     std::optional<BasicManifold<T>>& manifold);

}  // namespace sat3d::SAT3D_ABI
