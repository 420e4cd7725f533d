#pragma once

/// @file
/// Separation of two hulls or boxes that are apart.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>

namespace sat3d::SAT3D_ABI {

/// Whether the bounding spheres of two polytopes prove that they are clearly apart.
[[nodiscard]] bool areSpheresApart(const ConvexProxy& a, const ConvexProxy& b) noexcept;

/// Returns the separation of two polytopes whose bounding spheres are apart.
/// @param limit  as SeparationQuery::limit
[[nodiscard]] Separation sphericalSeparation(const ConvexProxy& a, const ConvexProxy& b,
                                             double limit) noexcept;

/// Returns the separation of two polytopes that the kernels have found apart: the distance of the features of
/// their largest separation if these are the closest ones, otherwise by a search that starts from them. At
/// distances within rounding, any separating axis is a valid normal.
/// @param features  a face and a vertex, or two edges
/// @param limit     as SeparationQuery::limit
[[nodiscard]] Separation apartSeparation(const ConvexProxy& a, const ConvexProxy& b,
                                         const FeaturePair& features, double limit) noexcept;

}  // namespace sat3d::SAT3D_ABI
