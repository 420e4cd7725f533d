#pragma once

/// @file
/// Contact manifolds of two shapes. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/manifold.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

struct CollideOptions {
    /// Meters, finite, not negative: shapes that are closer than this collide, too, and get points with a
    /// separation below it. A small margin (1 cm) helps resting bodies: a vertex that lifts off slightly
    /// keeps its contact point.
    float margin = 0.0f;
    /// Prefers face contacts: a face normal is used if its depth exceeds the minimum by at most this fraction
    /// of size. Size is the mean bounding radius; against triangles, the bounding radius of the other shape.
    /// Range 0 .. 1. With 0, the normal is always that of the minimum translation.
    /// Spheres have no bias: their only contact is the touching point of the minimum translation.
    float faceBias = 0.01f;
};

/// Computes the contact manifold of two convex shapes, or of a convex shape and a half-space. Composite
/// shapes, and a Shape, which may hold one, need the form with a span.
///
///     if (auto contact = collide(crate, cratePose, floor, floorPose, {.margin = 0.01f}))
///         for (const ContactPoint& point : contact->points())
///             solver.add(point.position, contact->normal, point.separation);
///
/// Returns a manifold exactly if penetration() with the same margin has an answer. A face against a face, an
/// edge or a vertex gives the vertices of their overlap; two edges and round shapes give their closest
/// points. At most four points are chosen. They span nearly all of the contact area and include the deepest,
/// which is as deep as the minimum translation, to 2e-6 of size. collide(b, poseB, a, poseA) is the flipped
/// answer, bit for bit.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted). DPose gives DManifold.
/// @note  No allocation. The cost is that of penetration(), and O(n m) for two faces of n and m vertices. For
/// two hulls a kernel computes the points in float, relative to the hulls: they are within 1e-5 of size.
/// Faces of more than 256 vertices take some ten times as long.
/// Faces that only noise divides are one face: details of 4e-6 of the hull's size, or twice the rounding of
/// its coordinates. Points over such a face lie on its plane, and the normal is that of the plane.
/// Source: Cyrus, Beck, "Generalized Two- and Three-Dimensional Clipping", 1978.
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicManifold<T>> collide(
    SimpleShapeRef a, const BasicPose<T>& poseA, SimpleShapeRef b,
    const std::type_identity_t<BasicPose<T>>& poseB, const CollideOptions& options = {});

/// Computes the contact manifolds of any two shapes, the deepest first.
///
///     std::array<Manifold, 16> manifolds;
///     if (auto contacts = collide(tank, tankPose, terrain, terrainPose, manifolds))
///         respond(contacts);  // a std::span<Manifold>
///
/// There is one manifold for each pair of convex children. Of a surface, there is one for each convex child
/// and each normal (to 0.8 degrees) that it touches. Two shapes that are surfaces or half-spaces have none.
/// At least one manifold is returned exactly if penetration() with the same margin has an answer, and the
/// first has a point as deep as that. (Only off a one-sided triangle penetration() may push farther, since
/// its push must not lead behind that triangle. The point is where the shape leaves the triangle.)
///
/// The normal of a triangle contact is the triangle's own, toward the side of the shape's center. At a convex
/// edge, a vertex or a border it lies between the normals of the faces that meet there. Internal edges of
/// flat or concave parts of a surface give no normal of their own, however the surface is triangulated, also
/// if triangles share no vertices, and however deep the shape is. A capsule has points at both ends of what
/// is closer than the margin.
/// @param manifolds  receives the result, from the front. A few for each convex child are enough: 4 for a
/// crate on terrain, 16 for a tank. If there are more, the deepest are kept. A convex child has at most 16
/// with one surface.
/// @return the part of `manifolds` that was written
/// @note  No allocation. Against a surface, the cost is that of a few dot products for each triangle whose
/// box meets the child's, and O(V) for each edge of a triangle in contact that is convex or a border.
template <class T>
[[nodiscard]] SAT3D_API BasicManifoldSpan<T> collide(
    ShapeRef a, const BasicPose<T>& poseA, ShapeRef b, const std::type_identity_t<BasicPose<T>>& poseB,
    std::type_identity_t<std::span<BasicManifold<T>>> manifolds, const CollideOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
