#pragma once

/// @file
/// Penetration depth along a given direction. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <optional>
#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// Returns how far B must move in a direction until it overlaps no child of A, also of those that it meets on
/// the path; nothing if they do not overlap.
///
/// That is the least such distance at which overlaps() is false, up to rounding. It is at least the depth of
/// penetration(), unless a center passes behind a one-sided triangle. Whether a one-sided triangle
/// collides is decided there, too, by the centers of the convex children at that distance (see Sides): B
/// comes out in front of terrain, or, if its center passes behind a triangle, no longer collides with it.
/// Infinite if a half-space blocks the direction: into it, or along its plane to a millionth.
/// @param direction  of B's motion, world frame, finite, of any length but zero (asserted)
/// @note  No allocation. For each pair of children that overlap: a linear cast back from a position where
/// they are clear, exact to 1e-7 of size. Repeated at the end of their overlaps until overlaps() is false,
/// up to 1e-6 of size later where only rounding keeps them overlapping.
template <class T>
[[nodiscard]] SAT3D_API std::optional<float> depthAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                                        const std::type_identity_t<BasicPose<T>>& poseB,
                                                        const glm::vec3& direction);

/// Returns the translation of B that depthAlong() measures, so that overlaps() is false once it is added to
/// B's position. For that, it is longer by four roundings of its own length and, for a Pose, of the
/// position's coordinates (0.03 mm at 130 m), and passes gaps so narrow that the sum, which is rounded,
/// misses them.
///
///     if (auto push = pushOutAlong(ground, groundPose, crate, cratePose, {0, 0, 1}))
///         cratePose.position += *push;
///
/// Returns nothing if the shapes do not overlap, or if the direction is blocked. depthAlong() distinguishes
/// the two. Arguments and cost are those of depthAlong().
template <class T>
[[nodiscard]] SAT3D_API std::optional<glm::vec3> pushOutAlong(ShapeRef a, const BasicPose<T>& poseA,
                                                              ShapeRef b,
                                                              const std::type_identity_t<BasicPose<T>>& poseB,
                                                              const glm::vec3& direction);

}  // namespace sat3d::SAT3D_ABI
