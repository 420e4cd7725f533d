#pragma once

/// @file
/// Penetration depth along a given direction. Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <optional>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// Returns how far B must move in a direction until it just touches A, or nothing if they do not overlap. At
/// least the depth of penetration(). Infinite if a half-space or the back of a one-sided surface blocks the
/// direction. B is then clear of all children of A, also of those that it meets on the way.
/// @param direction  of B's motion, world frame, finite, of any length but zero (asserted)
/// @note  No allocation. A linear cast back from a position where B is clear, exact to 1e-7 of size.
template <class T>
[[nodiscard]] SAT3D_API std::optional<float> depthAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                                        const std::type_identity_t<BasicPose<T>>& poseB,
                                                        const glm::vec3& direction);

/// Returns the translation of B that depthAlong() measures.
///
///     if (auto push = pushOutAlong(ground, groundPose, crate, cratePose, {0, 0, 1}))
///         cratePose.position += *push;
///
/// Returns nothing if the shapes do not overlap, or if the direction is blocked. depthAlong() distinguishes
/// the two.
template <class T>
[[nodiscard]] std::optional<glm::vec3> pushOutAlong(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                                    const std::type_identity_t<BasicPose<T>>& poseB,
                                                    const glm::vec3& direction) {
    const std::optional<float> depth = depthAlong(a, poseA, b, poseB, direction);
    return depth && std::isfinite(*depth) ? std::optional(glm::normalize(direction) * *depth) : std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI
