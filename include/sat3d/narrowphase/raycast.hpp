#pragma once

/// @file
/// Ray cast against a shape. Conventions: docs/conventions.md.

#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// An intersection of a ray with a shape's surface.
struct RayIntersection {
    /// No face: spheres, capsules, and the entry of a ray that starts inside.
    static constexpr std::uint32_t kNoFace = 0xffffffffu;

    float distance = 0.0f;   ///< meters from the ray's origin
    glm::vec3 normal{0.0f};  ///< unit, world frame, outward
    /// The face of a box, hull, half-space (0) or triangle: the lowest numbered of equals.
    std::uint32_t face = kNoFace;
    /// The user's tag of the hull's face, the mesh's triangle or the height field's cell. Otherwise 0.
    std::uint32_t tag = 0;
    std::uint32_t child = 0;  ///< the child of a Compound, or the triangle of a surface
};

/// The part of a ray's line that lies inside a shape.
struct RayHit {
    /// Where the ray enters. If it starts inside: its origin, with the normal opposite to its direction and
    /// no face.
    RayIntersection entry;
    /// Where the line leaves the shape, possibly beyond the ray's length. It never leaves a half-space, or a
    /// surface that is not watertight: then the distance is infinite and the normal zero.
    RayIntersection exit;
    bool startedInside = false;
};

/// Casts a ray against a shape.
///
///     if (auto hit = raycast(terrain, terrainPose, Ray{muzzle, direction, 500.0f}))
///         explodeAt(muzzle + direction * hit->entry.distance);
///
/// Touching is a miss, as for every verb: a ray that lies in a face, grazes an edge or is tangent to a sphere
/// misses. So does a ray that ends on the surface, or starts on it and leads outward. A ray that starts on
/// the surface and leads inward hits at distance 0 with the normal of the surface. So a ray hits a solid
/// exactly if one of its points is inside. Inside a convex shape means deeper than rounding, which is 1e-14
/// of the coordinates in its frame. A start or an end that is closer to a surface is on it. A ray of length 0
/// is a point. It hits every shape that contains() this point, with startedInside.
///
/// For a Compound the answer is that of the child entered first. Of children with equal distances, as floats,
/// it is one that the ray starts in, and of those the lowest numbered. A ray exactly in the common face of
/// two children that touch enters neither. A surface is hit at its first intersection with the ray, including
/// edges and borders, so that no ray slips between two triangles. A front face is hit at distance 0 or more,
/// a back face (of a two-sided surface) at more than 0. The normal points against the ray. If the ray enters
/// a watertight TriangleMesh through a front face, the exit is the next intersection with a back face. Of
/// equally distant intersections, a back face comes first. Of the triangles that show the same side at one
/// place, as at a common edge or corner, up to rounding, the lowest numbered is named. A ray that starts
/// inside a watertight mesh meets its faces only; but one of length 0 hits, as contains() says.
/// @param pose  world pose, finite, with a unit rotation (asserted)
/// @note  Closed forms in double, no allocation. A hull is clipped at each face's plane: O(faces).
/// Source: Cyrus, Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Woop, Benthin, Wald,
/// "Watertight Ray/Triangle Intersection", 2013.
template <class T>
[[nodiscard]] SAT3D_API std::optional<RayHit> raycast(ShapeRef shape, const BasicPose<T>& pose,
                                                      const std::type_identity_t<BasicRay<T>>& ray);

/// Returns whether a ray hits a shape, by the rules of raycast(). Cheaper: the first intersection found ends
/// the search, and no exit is searched.
template <class T>
[[nodiscard]] SAT3D_API bool raycastAny(ShapeRef shape, const BasicPose<T>& pose,
                                        const std::type_identity_t<BasicRay<T>>& ray);

}  // namespace sat3d::SAT3D_ABI
