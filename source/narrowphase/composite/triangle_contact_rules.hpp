#pragma once

/// @file
/// Moving shapes and the edges between triangles of a surface: no edge within is felt.

#include "narrowphase/convex/convex_proxy.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/convex_hull.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <array>
#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// The face of a triangle that looks to a point: 0 or 1.
[[nodiscard]] std::uint32_t sideToward(const CoreShape& triangle, const glm::dvec3& point) noexcept;

/// The normal of the face that is there for a shape.
[[nodiscard]] glm::dvec3 outwardToward(const CoreShape& shape, const CoreShape& triangle,
                                       Sides sides) noexcept;

/// How high the lowest point of a shape is above the plane of a triangle, negative below it.
/// @param outward  the normal of one of its faces
[[nodiscard]] double heightOver(const CoreShape& triangle, const glm::dvec3& outward,
                                const CoreShape& shape) noexcept;

/// Whether a face of A beyond which all of a triangle lies, but for the slack, is such. Not of what is
/// flatter than the slack: there, both sides would be.
/// @param isSuch  bool(const glm::dvec3& normal)
template <class IsSuch>
[[nodiscard]] bool anyFaceToward(const CoreShape& a, const CoreShape& triangle, double slack,
                                 const IsSuch& isSuch) {
    const ConvexHull* const hull = a.hull();  // its planes are known in its own frame
    const glm::dvec3 middle = hull ? a.inHull(a.center()) : a.center();
    std::array<glm::dvec3, 3> corners;
    for (std::uint32_t i = 0; i < 3; ++i) {
        corners[i] = (hull ? a.inHull(triangle.vertex(i)) : triangle.vertex(i)) - middle;
    }
    for (std::uint32_t face = 0; face < a.faceCount(); ++face) {
        const glm::dvec3 normal = hull ? hull->faces()[face].plane.normal : a.faceNormal(face);
        const double reach = hull ? hull->faces()[face].plane.offset - glm::dot(normal, middle)
                                  : glm::dot(normal, a.vertex(a.faceVertices(face)[0]) - a.center());
        if (glm::dot(normal, corners[0]) >= reach - slack && glm::dot(normal, corners[1]) >= reach - slack &&
            glm::dot(normal, corners[2]) >= reach - slack && reach > slack && isSuch(a.faceNormal(face))) {
            return true;
        }
    }
    return false;
}

/// An overlap with a triangle of no more than this is as good as none: the band around zero of
/// docs/conventions.md, and what the way was rounded by.
/// @param way  metres, of one shape seen from the other
[[nodiscard]] double overlapByRounding(const CoreShape& a, double way) noexcept;

/// Whether a shape that has met a triangle goes on without getting below its plane by more than the slack, or
/// keeps the triangle beyond one of its own faces. So does what lies on a floor, or on a ridge, and meets the
/// edge of a triangle ahead.
/// @param triangle  where it is met
/// @param rest      how far A will move from there, as the triangle stands still
[[nodiscard]] bool staysOver(const CoreShape& a, const CoreShape& triangle, Sides sides,
                             const glm::dvec3& rest, double slack) noexcept;

/// The normal of a hit, from A to B: the triangle's own wherever its plane keeps the two apart, as it does at
/// every edge within a flat or hollow surface; else the one given.
/// @param a, triangle  where they are at the hit
[[nodiscard]] glm::dvec3 normalOfHit(const CoreShape& a, const CoreShape& triangle, Sides sides,
                                     const glm::dvec3& normalAToB, double slack) noexcept;

}  // namespace sat3d::inline SAT3D_ABI
