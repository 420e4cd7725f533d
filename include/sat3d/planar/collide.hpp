#pragma once

/// @file
/// Contact manifolds of two shapes of the plane. Conventions: docs/conventions.md.

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>

#include <glm/ext/vector_float2.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

template <class T>
struct BasicPlanarContactPoint {
    /// Midway between the surfaces, world frame. A's surface is at position - separation / 2 * normal, B's
    /// surface at position + separation / 2 * normal.
    glm::vec<2, T> position{T(0)};
    /// Meters from A's surface to B's along the manifold's normal: negative for an overlap.
    float separation = 0.0f;
    /// Feature id for warm starting: unique in the manifold, stable while the same features touch, and equal
    /// for (a, b) and (b, a). It has no meaning for another pair.
    std::uint64_t id = 0;
};

/// The contact of two shapes of the plane.
template <class T>
struct BasicPlanarManifold {
    static constexpr std::uint32_t kMaxPoints = 2;

    glm::vec2 normal{0.0f};        ///< unit, world frame, from A to B: that of the minimum translation
    std::uint32_t pointCount = 0;  ///< 1 .. kMaxPoints
    std::array<BasicPlanarContactPoint<T>, kMaxPoints> pointArray;
    PlanarPenetration penetration;  ///< the answer of penetration() with the same margin, for these children

    [[nodiscard]] std::span<const BasicPlanarContactPoint<T>> points() const {
        return {pointArray.data(), pointCount};
    }
};

using PlanarContactPoint = BasicPlanarContactPoint<float>;
using DPlanarContactPoint = BasicPlanarContactPoint<double>;
using PlanarManifold = BasicPlanarManifold<float>;
using DPlanarManifold = BasicPlanarManifold<double>;

/// Computes the contact manifold of two shapes, or nothing if they do not overlap. For a PlanarCompound it is
/// the manifold of the children that overlap deepest.
///
///     if (auto contact = collide(crate, cratePose, floor, floorPose, {.margin = 0.01f}))
///         for (const PlanarContactPoint& point : contact->points())
///             solver.add(point.position, contact->normal, point.separation);
///
/// Returns a manifold exactly if penetration() with the same margin has an answer. An edge against an edge
/// gives the ends of their common part, as far as they are closer than the margin; a circle or a corner
/// gives one point. One point is as deep as the minimum translation. collide(b, poseB, a, poseA) is the
/// flipped answer, bit for bit, with the same points in the same order.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted)
/// @note  No allocation.
template <class T>
[[nodiscard]] SAT3D_API std::optional<BasicPlanarManifold<T>> collide(
    PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
    const std::type_identity_t<BasicPlanarPose<T>>& poseB, const PlanarOptions& options = {});

/// Computes the contact manifolds of any two shapes, the deepest first: one for each pair of children that
/// overlap.
/// @param manifolds  receives the result, from the front. If there are more, the deepest are kept
/// @return the part of `manifolds` that was written
/// @note  No allocation.
template <class T>
[[nodiscard]] SAT3D_API std::span<BasicPlanarManifold<T>> collide(
    PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
    const std::type_identity_t<BasicPlanarPose<T>>& poseB,
    std::type_identity_t<std::span<BasicPlanarManifold<T>>> manifolds, const PlanarOptions& options = {});

}  // namespace sat3d::SAT3D_ABI
