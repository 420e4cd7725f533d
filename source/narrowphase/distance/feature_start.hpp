#pragma once

/// @file
/// The distance of features that are probably the closest ones, and the start of GJK from them.

#include "narrowphase/convex/convex_proxy.hpp"
#include "narrowphase/distance/gjk.hpp"
#include "narrowphase/distance/simplex.hpp"

#include <sat3d/narrowphase/feature_pair.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

/// Returns the distance of two features that lie over each other; nothing if they do not. Other features may
/// be closer.
/// @param a, b  polytopes or points
/// @param features  a face and a vertex, or two edges
[[nodiscard]] std::optional<GjkResult> distanceOfFeatures(const ConvexProxy& a, const ConvexProxy& b,
                                                          const FeaturePair& features) noexcept;

/// Returns the distance of two polytopes from the features of the axis that separates them most among the
/// faces and pairs of edges. If the features lie over each other they are the closest ones, because no axis
/// separates by more than the distance. Returns nothing if they do not, or if some vertex reaches beyond
/// them, which rounding may cause. The distance is 0 if they touch up to rounding.
/// @param a, b  boxes, hulls or triangles, apart
/// @param features  a face and a vertex, or two edges
[[nodiscard]] std::optional<GjkResult> featureDistance(const ConvexProxy& a, const ConvexProxy& b,
                                                       const FeaturePair& features) noexcept;

/// Returns two edges that are probably the closest features if a vertex lies beside its face: the edge of the
/// vertex that is lowest where it crosses a side of the face, and that side. Bodies that lie flat on each
/// other often touch so, although rounding hides that these edges separate them by a little more than the
/// face.
/// @param features  as for featureDistance(); of two edges there is no answer
[[nodiscard]] std::optional<FeaturePair> edgesBeside(const ConvexProxy& a, const ConvexProxy& b,
                                                     const FeaturePair& features) noexcept;

/// Returns a start simplex for gjk() from the same features: a vertex and the triangle of the face below it,
/// or half of the parallelogram of two edges. Without a start it takes many steps for polytopes that lie flat
/// on each other.
[[nodiscard]] VertexPairs featureStart(const ConvexProxy& a, const ConvexProxy& b,
                                       const FeaturePair& features) noexcept;

}  // namespace sat3d::SAT3D_ABI
