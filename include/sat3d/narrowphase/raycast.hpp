#pragma once

/// @file
/// Where does a ray pass through a shape? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/geometry/ray.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// Where a ray crosses a surface.
struct RayCrossing {
    /// Of round surfaces, and of the entry of a ray that starts inside.
    static constexpr std::uint32_t kNoFace = 0xffffffffu;

    float distance = 0.0f;         ///< metres from the ray's origin
    glm::vec3 normal{0.0f};        ///< unit, world frame, out of the shape
    std::uint32_t face = kNoFace;  ///< of a box, a hull, a half-space (0), a triangle: the lowest of equals
    std::uint32_t tag =
        0;  ///< the hull's of that face, the mesh's of that triangle, the terrain's of its cell
    std::uint32_t piece = 0;  ///< the part of a Compound, the triangle of a surface
};

/// The part of a ray's line that lies inside a shape.
struct RayHit {
    /// Where the ray enters. Of one that starts inside: its origin, against its direction, on no face.
    RayCrossing entry;
    /// Where it would leave, also beyond the ray's length; never (infinity, zero normal) in a half-space or
    /// behind a surface that bounds no body.
    RayCrossing exit;
    bool startedInside = false;
};

namespace detail {
[[nodiscard]] SAT3D_API std::optional<RayHit> raycast(ShapeRef shape, const Pose& pose, const Ray& ray);
[[nodiscard]] SAT3D_API std::optional<RayHit> raycast(ShapeRef shape, const DPose& pose, const DRay& ray);
}  // namespace detail

/// Where the ray passes through the inside of a shape, if it does. To touch is not to hit, as for every verb:
/// a ray that lies in a face, grazes an edge or is tangent to a ball misses, and so does one that ends on the
/// surface, or starts there and leads outward. One that starts on the surface and leads inward hits at 0,
/// with the normal of that surface.
///
/// Of a Compound it is the answer of the part that is entered first, the lowest numbered of equals. A surface
/// is hit where the ray crosses it, its borders and all edges included, so that no ray slips between two
/// triangles: the first crossing, from the front at 0 or later, from the back (of a surface with both sides)
/// later than 0. The normal looks against the ray. The exit of a ray that enters a solid TriangleMesh from
/// its front is the next crossing from its back.
/// @param pose  world pose, finite, with a unit rotation (asserted; a NaN anywhere gives a miss)
/// @note  Closed forms in double, no allocation; O(faces) for a hull: clipping at each face's plane.
/// Source: Cyrus, Beck, "Generalized Two- and Three-Dimensional Clipping", 1978; Woop, Benthin, Wald,
/// "Watertight Ray/Triangle Intersection", 2013.
template <AnyShape S, class T>
[[nodiscard]] std::optional<RayHit> raycast(const S& shape, const BasicPose<T>& pose,
                                            const std::type_identity_t<BasicRay<T>>& ray) {
    return detail::raycast(detail::ShapeRef(shape), pose, ray);
}

}  // namespace sat3d::inline SAT3D_ABI
