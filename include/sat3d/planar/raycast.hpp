#pragma once

/// @file
/// Ray cast against a shape of the plane, and point-in-shape test. Conventions: docs/conventions.md.

#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_float2.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// A ray in the plane: the points origin + t * direction / |direction| for t from 0 to length.
template <class T>
struct BasicPlanarRay {
    glm::vec<2, T> origin{T(0)};                            ///< world frame, meters, finite
    glm::vec2 direction{1.0f, 0.0f};                        ///< finite, of any length except 0
    float length = std::numeric_limits<float>::infinity();  ///< meters, 0 or more
};

using PlanarRay = BasicPlanarRay<float>;
using DPlanarRay = BasicPlanarRay<double>;

/// An intersection of a ray with the border of a shape.
struct PlanarRayIntersection {
    /// No edge: circles, the ends of capsules, and the entry of a ray that starts inside.
    static constexpr std::uint32_t kNoEdge = 0xffffffffu;

    float distance = 0.0f;         ///< meters from the ray's origin
    glm::vec2 normal{0.0f};        ///< unit, world frame, outward
    std::uint32_t edge = kNoEdge;  ///< the lowest numbered of equals
    std::uint32_t child = 0;       ///< the child of a PlanarCompound
};

/// The part of a ray's line that lies inside a shape.
struct PlanarRayHit {
    /// Where the ray enters. If it starts inside: its origin, with the normal opposite to its direction and
    /// no edge.
    PlanarRayIntersection entry;
    /// Where the line leaves the shape, possibly beyond the ray's length. It may never leave a half-plane:
    /// then the distance is infinite and the normal zero.
    PlanarRayIntersection exit;
    bool startedInside = false;
};

/// Casts a ray against a shape.
///
///     if (auto hit = raycast(wall, wallPose, PlanarRay{muzzle, direction, 500.0f}))
///         explodeAt(muzzle + direction * hit->entry.distance);
///
/// Touching is a miss, up to a rounding of 1e-14 of the coordinates in the shape's frame: a ray that lies in
/// an edge, grazes a corner or is tangent to a circle misses. So does a ray that ends on the border or on a
/// segment, or starts on it and leads outward. One that starts on it and leads inward hits at distance 0. A
/// ray starts inside exactly if the shape contains() its origin, and one of length 0 hits exactly then. A
/// segment is hit where the ray crosses it, ends included, so that no ray slips through where two segments of
/// one frame meet.
///
/// A PlanarCompound is one solid: the entry is into the first child, the lowest numbered of equals, and the
/// exit is where the line leaves the last of the children that it passes without a gap. The common border of
/// two children is inside, so that no ray slips through along it. Children touch if their distance is less
/// than 5e-7 times their coordinates in the compound.
/// @param pose  world pose, finite, with a unit rotation (asserted; without asserts a miss)
/// @note  Closed forms in double, no allocation. O(edges). A compound of n children costs O(n k) for the k
/// children that the line passes.
template <class T>
[[nodiscard]] SAT3D_API std::optional<PlanarRayHit> raycast(
    PlanarShapeRef shape, const BasicPlanarPose<T>& pose, const std::type_identity_t<BasicPlanarRay<T>>& ray);

/// Returns whether a point lies inside a shape. A point on the border is not inside, whatever its angle. A
/// point is on it if it is below it by at most 1e-14 of the coordinates: those of the point and those of the
/// shape, both in the frame of the shape, or of the child of a PlanarCompound. So it does not matter how far
/// from the origin of the world the shape is. A segment contains no point. The common border of the children
/// of a PlanarCompound is inside, as for raycast(). A Circle of radius 0 overlaps the shape exactly if its
/// center is inside, up to 1e-14 of the coordinates in the world.
/// @param pointInWorld  returns false if it is not finite
template <class T>
[[nodiscard]] SAT3D_API bool contains(PlanarShapeRef shape, const BasicPlanarPose<T>& pose,
                                      const std::type_identity_t<glm::vec<2, T>>& pointInWorld);

}  // namespace sat3d::SAT3D_ABI
