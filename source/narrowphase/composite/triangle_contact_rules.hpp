#pragma once

/// @file
/// Contact rules of moving shapes with triangles: internal edges of a surface never stop a shape.

#include "narrowphase/convex/convex_proxy.hpp"

#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstdint>

namespace sat3d::SAT3D_ABI {

/// The face of a triangle on the side of a point: 0 (front) or 1 (back).
[[nodiscard]] std::uint32_t sideToward(const ConvexProxy& triangle, const glm::dvec3& point) noexcept;

/// The normal of the triangle's face that collides with a shape.
[[nodiscard]] glm::dvec3 outwardToward(const ConvexProxy& shape, const ConvexProxy& triangle,
                                       Sides sides) noexcept;

/// The height of the shape's lowest point above the plane of a triangle, negative below it.
/// @param outward  the normal of one of its faces
[[nodiscard]] double heightOver(const ConvexProxy& triangle, const glm::dvec3& outward,
                                const ConvexProxy& shape) noexcept;

/// Whether the predicate holds for a face of A with the whole triangle beyond its plane, up to the slack.
/// Faces of a shape thinner than the slack are skipped, as the triangle would be beyond both sides.
/// @param predicate  bool(const glm::dvec3& normal)
template <class Predicate>
[[nodiscard]] bool anyFaceToward(const ConvexProxy& a, const ConvexProxy& triangle, double slack,
                                 const Predicate& predicate) {
    const ConvexHull* const hull = a.hull();  // its planes are stored in its own frame
    const glm::dvec3 center = hull ? a.inHull(a.center()) : a.center();
    std::array<glm::dvec3, 3> vertices;
    for (std::uint32_t i = 0; i < 3; ++i) {
        vertices[i] = (hull ? a.inHull(triangle.vertex(i)) : triangle.vertex(i)) - center;
    }
    for (std::uint32_t face = 0; face < a.faceCount(); ++face) {
        const glm::dvec3 normal = hull ? hull->faces()[face].plane.normal : a.faceNormal(face);
        const double reach = hull ? hull->faces()[face].plane.offset - glm::dot(normal, center)
                                  : glm::dot(normal, a.vertex(a.faceVertices(face)[0]) - a.center());
        if (glm::dot(normal, vertices[0]) >= reach - slack &&
            glm::dot(normal, vertices[1]) >= reach - slack &&
            glm::dot(normal, vertices[2]) >= reach - slack && reach > slack &&
            predicate(a.faceNormal(face))) {
            return true;
        }
    }
    return false;
}

/// The largest overlap with a triangle that counts as none: the band around zero of docs/conventions.md, plus
/// the rounding of the path.
/// @param pathLength  meters, of one shape relative to the other
[[nodiscard]] double overlapByRounding(const ConvexProxy& a, double pathLength) noexcept;

/// Whether a shape that hits a triangle can complete its motion and overlap the triangle's plane by no more
/// than the slack, or keep the triangle beyond one of its own faces. This is the case for a shape that lies
/// on a floor or a ridge and hits the edge of a triangle ahead.
/// @param triangle  at the hit
/// @param rest      the remaining motion of A relative to the triangle
[[nodiscard]] bool staysOver(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides,
                             const glm::dvec3& rest, double slack) noexcept;

/// The normal of a hit, from A to B: the triangle's own if its plane separates, as at every internal edge of
/// a flat or concave surface. Otherwise the given one.
/// @param a, triangle  at the hit
[[nodiscard]] glm::dvec3 normalOfHit(const ConvexProxy& a, const ConvexProxy& triangle, Sides sides,
                                     const glm::dvec3& normalAToB, double slack) noexcept;

}  // namespace sat3d::SAT3D_ABI
