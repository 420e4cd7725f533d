#pragma once

/// @file
/// Convex hulls with fewer vertices, around the given ones.

#include <sat3d/core/config.hpp>
#include <sat3d/core/result.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// A hull that contains another one. Its sourceIndices() tell nothing, for it has vertices of its own.
struct SimplifiedHull {
    /// Contains the vertices of the source to within hull.maxOutside(): by default, one millionth of the
    /// radius. Each face has the tag of the source's face whose normal is nearest.
    ConvexHull hull;
    double growth = 0.0;  ///< metres: how far the surface moved out at most; right to rounding
};

/// The hull with at most so many vertices, grown as little as the method finds: edges collapse, the cheapest
/// first, into points outside. What has no more vertices than that is returned as it is. Never worse than the
/// box around the largest face. Deterministic. Errors: BadOptions.
/// @param maxVertices  8 or more: fewer than a box has cannot be promised
/// @note  Allocates; some 0.1 s for 1,000 vertices and 2 s for 10,000.
/// Source: Sander, Gu, Gortler, Hoppe, Snyder, "Silhouette Clipping", 2000 (progressive hulls).
[[nodiscard]] SAT3D_API Result<SimplifiedHull, HullError> simplify(const ConvexHull& hull,
                                                                   std::uint32_t maxVertices);

/// The same with as few vertices as may be while no point of the surface moves out farther than `distance`.
/// @param distance  metres, 0 or more
[[nodiscard]] SAT3D_API Result<SimplifiedHull, HullError> simplifyWithin(const ConvexHull& hull,
                                                                         double distance);

}  // namespace sat3d::inline SAT3D_ABI
