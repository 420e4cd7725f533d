#pragma once

/// @file
/// Signed distance and closest points of two shapes of the plane. Conventions: docs/conventions.md.

#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/pose.hpp>
#include <sat3d/planar/shape.hpp>
#include <sat3d/shapes/child_pair.hpp>

#include <glm/ext/vector_float2.hpp>

#include <type_traits>

namespace sat3d::SAT3D_ABI {

/// The signed distance of two shapes of the plane. A translation of B by -separation * normal makes the
/// shapes just touch, with pointA and pointB in the same place: pointB == pointA + separation * normal.
template <class T>
struct BasicPlanarDistance {
    float separation = 0.0f;      ///< meters: the gap, or minus the penetration depth
    glm::vec2 normal{0.0f};       ///< unit, world frame, from A to B
    glm::vec<2, T> pointA{T(0)};  ///< on A's surface, world frame
    glm::vec<2, T> pointB{T(0)};  ///< on B's surface, world frame
    PlanarFeatures features;
    ChildPair children;  ///< the children that are closest, or overlap deepest
};

using PlanarDistance = BasicPlanarDistance<float>;
using DPlanarDistance = BasicPlanarDistance<double>;

/// Computes the signed distance of two shapes: exact for every pair, up to rounding in double. A negative
/// separation equals minus the depth of penetration(), with the same normal and features. If many points are
/// closest, the answer holds one pair of them. For a PlanarCompound, the answer is that of the pair of
/// children with the least separation. The separation of two half-planes is infinite and the normal zero.
/// distance(b, poseB, a, poseA) is the flipped answer, bit for bit.
/// @param poseA, poseB  world poses, finite, with unit rotations (asserted; without asserts the distance is
/// infinite)
/// @note  No allocation.
template <class T>
[[nodiscard]] SAT3D_API BasicPlanarDistance<T> distance(
    PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
    const std::type_identity_t<BasicPlanarPose<T>>& poseB);

}  // namespace sat3d::SAT3D_ABI
