#pragma once

/// @file
/// What the fast kernels know about two hulls besides their penetration.

#include <sat3d/core/config.hpp>
#include <sat3d/math/pose.hpp>
#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_double3.hpp>

namespace sat3d::inline SAT3D_ABI {

/// An axis along which two hulls that do not overlap are apart, if only by rounding: unit, from A to B, in
/// A's axes. @param a, b  in the library's order (see pair_order.hpp)
[[nodiscard]] glm::dvec3 separatingAxis(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                        const Pose& poseB);
[[nodiscard]] glm::dvec3 separatingAxis(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                        const DPose& poseB);

}  // namespace sat3d::inline SAT3D_ABI
