#pragma once

/// @file
/// Hull simplification: a convex hull with fewer vertices that contains a given hull.

#include <sat3d/core/result.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// A hull that contains another hull. It has vertices of its own: its inputIndices() have no meaning.
struct SimplifiedHull {
    /// Contains the vertices of the source hull to within hull.maxInputDistance(), by default less than two
    /// millionths of the radius. Each face has the tag of the source face whose normal is nearest.
    ConvexHull hull;
    double maxExpansion = 0.0;  ///< meters: the largest outward motion of the surface, exact to rounding
};

/// Reduces a hull to at most `maxVertices` vertices and keeps the outward motion of its surface small. Edges
/// collapse into points outside the hull, the cheapest edge first (progressive hull).
/// @code
/// auto simple = simplify(hull, 16);  // simple->hull has at most 16 vertices
/// @endcode
/// Returns the hull unchanged if it has at most `maxVertices` vertices. The result is never larger than the
/// bounding box that is aligned with the largest face. Deterministic. Errors: BadOptions.
/// @param maxVertices  8 or more (a box has 8)
/// @note  Allocates. Takes about 0.1 s for 1,000 vertices and 2 s for 10,000.
/// Source: Sander, Gu, Gortler, Hoppe, Snyder, "Silhouette Clipping", 2000 (progressive hulls).
[[nodiscard]] SAT3D_API Result<SimplifiedHull, HullError> simplify(const ConvexHull& hull,
                                                                   std::uint32_t maxVertices);

/// Removes as many vertices as possible while the surface moves outward by at most `distance`.
/// @param distance  meters, 0 or more
[[nodiscard]] SAT3D_API Result<SimplifiedHull, HullError> simplifyToError(const ConvexHull& hull,
                                                                          double distance);

}  // namespace sat3d::SAT3D_ABI
