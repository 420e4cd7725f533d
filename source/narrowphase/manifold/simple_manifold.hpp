#pragma once

/// @file
/// The manifold of two shapes that are not composite.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/collide.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes collide() for a pair without composite shapes, whose types are known only at run time.
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> simpleManifold(const PosedPair<T>& pair,
                                                             const CollideOptions& options);

}  // namespace sat3d::SAT3D_ABI
