#pragma once

/// @file
/// Rules for internal edges of a surface. The triangles around a point are found by position, not by vertex
/// indices: triangles need not share vertices.

#include "geometry/primitives/aabb_math.hpp"
#include "narrowphase/composite/child_traversal.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/shapes/shape_ref.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Cosines: directions within 0.6 degrees count as equal; faces within 0.8 degrees belong to one patch.
inline constexpr double kSameDirection = 0.99995, kSamePatch = 0.9999;

/// Coordinates of equal points may differ by this fraction of their size.
inline constexpr double kFloatRounding = 4e-7;

/// Whether the surface has an active feature at a point: no triangle around the point rises above the plane
/// through it. Only there can another shape touch the surface along the plane's normal. This holds at convex
/// edges, convex vertices and borders, for normals between those of the adjacent faces. It never holds at
/// flat or concave edges.
/// @param point    on the surface, in its frame
/// @param outward  unit normal of the plane
/// @param near     meters: triangles within this distance of the point are around it
[[nodiscard]] bool isActiveFeature(ShapeRef surface, const glm::dvec3& point, const glm::dvec3& outward,
                                   double near) noexcept;

/// Whether a triangle other than the given one lies at a point and belongs to the patch with that outward
/// normal.
[[nodiscard]] bool surfaceContinues(ShapeRef surface, std::uint32_t triangle, const glm::dvec3& point,
                                    const glm::dvec3& outward, double near) noexcept;

/// Whether a vertex of one triangle lies on the other. False for triangles with the same vertices.
[[nodiscard]] bool meetInVertex(const Triangle& a, const Triangle& b, double near) noexcept;

/// Whether the predicate holds for a triangle whose box is near that of the given one.
/// @param predicate  bool(const detail::SurfaceTriangle&)
template <class Predicate>
[[nodiscard]] bool anyBeside(ShapeRef surface, const Triangle& triangle, double near,
                             const Predicate& predicate) {
    const Aabb here = boxAround(triangle.corners);
    bool found = false;
    forEachChild(
        surface, DPose{}, near, [&](const Aabb& box) { return gapBetween(box, here); },
        [&](const ChildShape& child, double limit) {
            found = predicate(child.shape.triangle());
            return found ? -1.0 : limit;  // -1 ends the search
        });
    return found;
}

}  // namespace sat3d::inline SAT3D_ABI
