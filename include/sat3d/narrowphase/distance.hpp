#pragma once

/// @file
/// How far apart are two shapes, and where are they nearest? Conventions: docs/conventions.md.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/narrowphase/shape_pair.hpp>

#include <glm/ext/vector_float3.hpp>

#include <type_traits>

namespace sat3d::inline SAT3D_ABI {

/// The signed distance of two shapes. Moving B by -separation * normal makes them just touch, and then
/// pointA and pointB are one point: pointB == pointA + separation * normal.
template <class T>
struct BasicDistance {
    float separation = 0.0f;      ///< metres: the gap, or minus the length of the shortest push
    glm::vec3 normal{0.0f};       ///< unit, world frame, from A to B
    glm::vec<3, T> pointA{T(0)};  ///< on A's surface, world frame
    glm::vec<3, T> pointB{T(0)};  ///< on B's surface, world frame
    FeaturePair features;         ///< that the normal belongs to; of round shapes, those of the core
    PiecePair pieces;             ///< that are nearest, or overlap deepest
};

using Distance = BasicDistance<float>;
using DDistance = BasicDistance<double>;

namespace detail {
[[nodiscard]] SAT3D_API Distance distance(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB);
[[nodiscard]] SAT3D_API DDistance distance(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB);
}  // namespace detail

/// The signed distance: a gap where separation > 0, touching at 0, and where it is negative the very
/// separation, normal and features of penetration(). Exact to 1e-6 of size; distance(b, poseB, a, poseA) is
/// the same answer turned round, bit for bit. Where several points are nearest, one pair of them. Of shapes
/// with many pieces it is the least over all pairs of pieces, the lowest numbered of equals; infinite where a
/// one-sided surface is all behind.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted). DPose gives DDistance.
/// @note  No allocation. Separated cores by closed forms or GJK in double, overlapping ones by separating
/// axes. Source: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance between Complex
/// Objects in Three-Dimensional Space", 1988.
template <class A, class B, class T>
requires ShapePair<A, B>
[[nodiscard]] BasicDistance<T> distance(const A& a, const BasicPose<T>& poseA, const B& b,
                                        const std::type_identity_t<BasicPose<T>>& poseB) {
    return detail::distance(detail::ShapeRef(a), poseA, detail::ShapeRef(b), poseB);
}

}  // namespace sat3d::inline SAT3D_ABI
