#pragma once

/// @file
/// Splitting of concave polygons, with holes, into convex ones.

#include <sat3d/core/result.hpp>
#include <sat3d/planar/compound.hpp>
#include <sat3d/planar/convex_polygon.hpp>

#include <glm/ext/vector_double2.hpp>

#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Splits a polygon into a few convex pieces that cover it exactly and do not overlap. No vertex is added. A
/// convex polygon is one piece.
/// @code
/// const std::vector<glm::dvec2> corner{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
/// auto pieces = sat3d::convexPieces(corner);  // Result<std::vector<ConvexPolygon>, PolygonError>
/// @endcode
/// @param outline  a loop in either winding that does not cross or touch itself
/// @param holes    loops inside the outline, in either winding, apart from it and from each other
/// @return the pieces, whose inputIndices() count the points of the outline first, then those of each hole;
/// or the error Empty, NotFinite, TooLarge, Coincident, Collinear, Crossing (of two sides, with one point of
/// each) or Outside (with the first point of the hole), with indices in the same order
/// @note  Exact decisions: a triangulation by ear clipping, from which diagonals are left out, the longest
/// first, as long as the pieces stay convex. At most four times as many pieces as possible without new
/// vertices, usually the fewest. O(n^2), at worst O(n^3). Source: S. Hertel, K. Mehlhorn, "Fast Triangulation
/// of Simple Polygons", 1983.
[[nodiscard]] SAT3D_API Result<std::vector<ConvexPolygon>, PolygonError> convexPieces(
    std::span<const glm::dvec2> outline, std::span<const std::vector<glm::dvec2>> holes = {});

/// Makes one shape of a concave polygon: a compound of its convexPieces(). Points, rays, lines of sight and
/// segments do not see the edges between the pieces. A body that is deep in the polygon may be pushed out of
/// one piece into the next; freed() pushes it until it overlaps nothing.
[[nodiscard]] SAT3D_API Result<PlanarCompound, PolygonError> compoundOfPolygon(
    std::span<const glm::dvec2> outline, std::span<const std::vector<glm::dvec2>> holes = {});

}  // namespace sat3d::SAT3D_ABI
