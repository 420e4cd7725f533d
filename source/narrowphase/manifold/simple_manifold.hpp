#pragma once

/// @file
/// The manifold of two shapes that are not composite.

#include "narrowphase/pair/canonical_order.hpp"

#include <sat3d/narrowphase/collide.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Computes collide() for a pair without composite shapes, whose types are known only at run time.
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> simpleManifold(const PosedPair<T>& pair,
                                                             const CollideOptions& options);

/// Computes the manifold of a pair for which hasRoundGap() is true.
/// @param manifold  empty; receives the answer in the order of the pair
/// @return false if there is no closed form for the pair in its poses
template <class T>
[[nodiscard]] bool findRoundManifold(const PosedPair<T>& pair, const CollideOptions& options,
                                     std::optional<BasicManifold<T>>& manifold);

/// Computes the manifold of two boxes or hulls by a kernel. If the kernel has no answer, uses the readable
/// routine: for shapes that are apart without faces that lie on each other, for pairs that the penetration
/// kernel leaves undecided, and for faces of more than HullAdjacency::kMaxLoop vertices.
/// @param pair  in the caller's order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> kernelManifold(const PosedPair<T>& pair,
                                                             const CollideOptions& options);

/// Computes the manifold by the readable routine, never by a kernel.
/// @param pair  in the canonical order
/// @param hit   the answer of penetration() with the margin of the options, in the caller's order
/// @return in the caller's order
template <class T>
[[nodiscard]] std::optional<BasicManifold<T>> readableManifold(const PosedPair<T>& pair,
                                                               std::optional<Penetration> hit,
                                                               const CollideOptions& options);

}  // namespace sat3d::SAT3D_ABI
