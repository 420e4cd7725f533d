#pragma once

/// @file
/// How far must a shape go in a given direction to be clear of another? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <optional>
#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

namespace detail {
[[nodiscard]] SAT3D_API std::optional<float> depthAlong(ShapeRef a, const Pose& poseA, ShapeRef b,
                                                        const Pose& poseB, const glm::vec3& direction);
[[nodiscard]] SAT3D_API std::optional<float> depthAlong(ShapeRef a, const DPose& poseA, ShapeRef b,
                                                        const DPose& poseB, const glm::vec3& direction);
}  // namespace detail

/// How far B must move in a direction until it just touches A; nothing when they do not overlap. Never less
/// than the depth of penetration(). Infinite where a half-space is in the way, or the back of a one-sided
/// surface. Of shapes with many pieces it is clear of all of them for the first time, also of those it meets
/// on its way.
/// @param direction  of B's way out, world frame, finite, of any length but zero (asserted)
/// @note  No allocation. A sweep back from where B is clear for certain; right to 1e-7 of size along the
/// normal that is left.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] std::optional<float> depthAlong(const A& a, const BasicPose<T>& poseA, const B& b,
                                              const std::type_identity_t<BasicPose<T>>& poseB,
                                              const glm::vec3& direction) {
    return detail::depthAlong(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB, direction);
}

/// The push of B in that direction. Nothing when they do not overlap, nor where no push that way helps
/// (depthAlong() tells which).
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] std::optional<glm::vec3> pushOutAlong(const A& a, const BasicPose<T>& poseA, const B& b,
                                                    const std::type_identity_t<BasicPose<T>>& poseB,
                                                    const glm::vec3& direction) {
    const std::optional<float> depth = depthAlong(a, poseA, b, poseB, direction);
    return depth && std::isfinite(*depth) ? std::optional(glm::normalize(direction) * *depth) : std::nullopt;
}

}  // namespace sat3d::inline SAT3D_ABI
