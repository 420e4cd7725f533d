#pragma once

/// @file
/// Closed chains of oriented triangles. They make a solid of any triangle soup, and planes can cut
/// them.

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// A closed chain of triangles: each edge is used equally often in both directions. Its interior is weighted
/// by the winding number, so its volume is well defined for any triangles. A soup may be open, inconsistently
/// wound or cut. Then covers close it: triangle fans over its boundary loops. A fan may extend beyond its
/// loop, but its triangles cancel out there. So covers count for the volume, but not as surface.
struct Chain {
    using Triangle = std::array<std::uint32_t, 3>;  ///< counter-clockwise seen from outside
    std::vector<glm::vec3> points;
    std::vector<Triangle> triangles;  ///< triangles of the surface, then covers
    std::uint32_t surfaceCount = 0;

    [[nodiscard]] std::span<const Triangle> surface() const {
        return std::span(triangles).first(surfaceCount);
    }
    [[nodiscard]] glm::dvec3 point(std::uint32_t index) const { return glm::dvec3(points[index]); }
};

/// A chain of a triangle soup, and the faults of the soup.
struct MendedChain {
    Chain chain = {};
    std::uint32_t turnedTriangles = 0;  ///< were wound against their neighbors
    std::uint32_t unpairedEdges = 0;    ///< are used more often in one direction: the covers begin there
};

/// Makes a closed chain of a triangle soup. Joins equal points, removes duplicate triangles and unused
/// points, turns triangles that are wound against their neighbors, adds covers, and inverts the triangles if
/// the volume is negative.
/// @param triangles  three indices each, all below points.size()
[[nodiscard]] MendedChain mendedChain(std::span<const glm::vec3> points,
                                      std::span<const std::uint32_t> triangles);

/// Volume of a chain in cubic meters.
[[nodiscard]] double signedVolume(const Chain& chain);

/// Joins two chains to one.
[[nodiscard]] Chain joined(const Chain& a, const Chain& b);

/// The points that triangles of the surface use.
[[nodiscard]] std::vector<glm::vec3> surfacePoints(const Chain& chain);

/// Side of each point relative to a plane: -1 below, 1 above, 0 within `snap` of it.
[[nodiscard]] std::vector<std::int8_t> sidesOf(const Chain& chain, const Plane& plane, double snap);

/// Side of the plane on which a triangle in the plane bounds a solid: 0 is below the plane, 1 above. It is
/// the side of the triangle's back.
[[nodiscard]] int sideOfFlat(const Chain& chain, const Chain::Triangle& triangle, const Plane& plane);

/// Intersection of a plane and an edge, with the same bits for both directions of the edge.
[[nodiscard]] glm::vec3 cutPoint(const Chain& chain, std::uint32_t a, std::uint32_t b, const Plane& plane);

/// Cuts a chain into the closed chains below and above a plane. Points within `snap` of the plane lie in it.
[[nodiscard]] std::array<Chain, 2> cut(const Chain& chain, const Plane& plane, double snap);

/// Splits a chain into its connected components. Cavities stay with the solid around them; components without
/// a volume (sheets) become one chain. More than 256 solids are not split.
/// @param flip  whether inverted solids outside of all others are flipped; otherwise they stay with the
/// closest solid
[[nodiscard]] std::vector<Chain> solids(Chain chain, bool flip);

/// Winding number of a chain about a point: 0 outside, 1 inside a simple solid. It is arbitrary for points on
/// the surface. Linear time.
[[nodiscard]] int windingNumber(const Chain& chain, const glm::dvec3& point);

}  // namespace sat3d::SAT3D_ABI
