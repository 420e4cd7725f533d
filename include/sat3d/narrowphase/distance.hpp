#pragma once

/// @file
/// Signed distance and closest points of two shapes. Conventions: docs/conventions.md.

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/feature_pair.hpp>
#include <sat3d/shapes/child_pair.hpp>
#include <sat3d/shapes/shape_ref.hpp>

#include <glm/ext/vector_float3.hpp>

#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The signed distance of two shapes. A translation of B by -separation * normal makes the shapes just touch,
/// with pointA and pointB in the same place: pointB == pointA + separation * normal.
template <class T>
struct BasicDistance {
    float separation = 0.0f;      ///< meters: the gap, or minus the penetration depth
    glm::vec3 normal{0.0f};       ///< unit, world frame, from A to B
    glm::vec<3, T> pointA{T(0)};  ///< on A's surface, world frame
    glm::vec<3, T> pointB{T(0)};  ///< on B's surface, world frame
    FeaturePair features;  ///< the features that define the normal; for round shapes, those of the core
    ChildPair children;    ///< the children that are closest, or overlap deepest
};

using Distance = BasicDistance<float>;
using DDistance = BasicDistance<double>;

/// Computes the signed distance of two shapes.
///
///     Distance gap = distance(tank, tankPose, wall, wallPose);
///     if (gap.separation < 2.0f) warnDriver(gap.pointB);
///
/// A positive separation is a gap, 0 is touching, and a negative separation equals minus the depth of
/// penetration(), with the same normal and features. Exact to 1e-6 of size (the mean bounding radius).
/// distance(b, poseB, a, poseA) is the flipped answer, bit for bit. If many points are closest, the answer
/// holds one pair of them. For a shape with many children, the answer is that of the pair of children with
/// the least separation; if several pairs tie, the lowest numbered. The separation is infinite and the normal
/// zero in two cases: both shapes are surfaces or half-spaces, or a one-sided surface faces away from the
/// shape everywhere.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted). DPose gives DDistance.
/// @note  No allocation. Closed forms or GJK in double for disjoint cores, separating axes for overlapping
/// ones. Source: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance between Complex
/// Objects in Three-Dimensional Space", 1988.
template <class T>
[[nodiscard]] SAT3D_API BasicDistance<T> distance(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                                  const std::type_identity_t<BasicPose<T>>& poseB);

}  // namespace sat3d::SAT3D_ABI
