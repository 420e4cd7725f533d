#pragma once

/// @file
/// The rules about internal edges. The triangles around a place are looked for, not known by their indices:
/// vertices need not be shared.

#include "geometry/primitives/aabb_math.hpp"
#include "narrowphase/composite/child_traversal.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>
#include <sat3d/shapes/triangle.hpp>

#include <glm/ext/vector_double3.hpp>

#include <cstdint>

namespace sat3d::inline SAT3D_ABI {

/// Directions nearer to each other than this angle (0.6 degrees) are one; faces that make a patch (0.8
/// degrees).
inline constexpr double kSameDirection = 0.99995, kSamePatch = 0.9999;

/// What coordinates of places that should be one may differ by, of their size.
inline constexpr double kFloatRounding = 4e-7;

/// Whether no triangle around a place of a surface rises above the plane through it. Only there another shape
/// can touch it along the plane's normal: elsewhere it would have to be within the surface. So it is at
/// convex edges and corners and at borders, for the normals between those of the faces around; never at flat
/// or hollow edges.
/// @param place    on the surface, in its frame
/// @param outward  unit
/// @param near     metres: what is no farther from the place meets there
[[nodiscard]] bool isOutermost(detail::ShapeRef surface, const glm::dvec3& place, const glm::dvec3& outward,
                               double near) noexcept;

/// Whether another triangle than the one given lies at a place, and in one patch with what looks outward.
[[nodiscard]] bool goesOn(detail::ShapeRef surface, std::uint32_t triangle, const glm::dvec3& place,
                          const glm::dvec3& outward, double near) noexcept;

/// Whether a corner of one triangle lies on the other, but not of triangles with the same corners.
[[nodiscard]] bool meetInCorner(const Triangle& a, const Triangle& b, double near) noexcept;

/// Whether a triangle whose box is near that of the one given is such.
/// @param isSuch  bool(const detail::SurfaceTriangle&)
template <class IsSuch>
[[nodiscard]] bool anyBeside(detail::ShapeRef surface, const Triangle& triangle, double near,
                             const IsSuch& isSuch) {
    const Aabb here = boxAround(triangle.corners);
    bool found = false;
    forEachPiece(
        surface, DPose{}, near, [&](const Aabb& box) { return gapBetween(box, here); },
        [&](const Piece& piece, double limit) {
            const detail::SurfaceTriangle& other = piece.shape.triangle();
            found = isSuch(other);
            return found ? -1.0 : limit;  // enough is known
        });
    return found;
}

}  // namespace sat3d::inline SAT3D_ABI
