#pragma once

/// @file
/// Solids as sums of oriented triangles: any triangle soup becomes one, and planes cut it.

#include <sat3d/geometry/plane.hpp>

#include <glm/ext/vector_float3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI {

/// A closed chain: every edge is run through as often one way as the other. What it encloses is counted with
/// the number of turns around it, so that its volume is well defined however the triangles lie. Where the
/// soup is open or wound against itself, or was cut, covers close it: fans over the loops of its border. A
/// fan may sweep beyond what it covers, there and back: covers count for volumes, never as surface.
struct Chain {
    using Triangle = std::array<std::uint32_t, 3>;  ///< counter-clockwise from outside
    std::vector<glm::vec3> points;
    std::vector<Triangle> triangles;  ///< of the surface, then covers
    std::uint32_t surfaceCount = 0;

    [[nodiscard]] std::span<const Triangle> surface() const {
        return std::span(triangles).first(surfaceCount);
    }
    [[nodiscard]] glm::dvec3 point(std::uint32_t index) const { return glm::dvec3(points[index]); }
};

/// Equal points joined, of triangles between the same three points the first kept, covered, and turned round
/// if its volume is negative. Points that no triangle uses are left out.
/// @param triangles  three indices each, all below points.size()
[[nodiscard]] Chain chainOf(std::span<const glm::vec3> points, std::span<const std::uint32_t> triangles);

/// Cubic metres.
[[nodiscard]] double signedVolume(const Chain& chain);

/// The chain of several that lie side by side.
[[nodiscard]] Chain joined(const Chain& a, const Chain& b);

/// The points of the surface.
[[nodiscard]] std::vector<glm::vec3> surfacePoints(const Chain& chain);

/// On which side of a plane the points lie: -1 below, 1 above, 0 within `snap` of it.
[[nodiscard]] std::vector<std::int8_t> sidesOf(const Chain& chain, const Plane& plane, double snap);

/// Which side (0 below, 1 above) a triangle in the plane bounds: that which its back looks at.
[[nodiscard]] int sideOfFlat(const Chain& chain, const Chain::Triangle& triangle, const Plane& plane);

/// Where the plane cuts the edge, the same for both directions of the edge.
[[nodiscard]] glm::vec3 cutPoint(const Chain& chain, std::uint32_t a, std::uint32_t b, const Plane& plane);

/// The parts below and above a plane, each covered. Points within `snap` of the plane count as in it.
[[nodiscard]] std::array<Chain, 2> cut(const Chain& chain, const Plane& plane, double snap);

/// A chain taken apart where its triangles share no point. Cavities stay with the solid around them, and what
/// encloses nothing (sheets) stays together. More than 256 solids stay together as well.
/// @param flip  solids that are inside out, and in no other, are turned round; else they stay with the
/// nearest
[[nodiscard]] std::vector<Chain> solids(Chain chain, bool flip);

/// How often the chain runs around a point, counter-clockwise from outside: 0 outside, 1 inside a plain
/// solid. Linear time. Points on the surface may count either way.
[[nodiscard]] int turnsAround(const Chain& chain, const glm::dvec3& point);

}  // namespace sat3d::inline SAT3D_ABI
