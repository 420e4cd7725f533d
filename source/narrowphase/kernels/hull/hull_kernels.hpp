#pragma once

#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <limits>

namespace sat3d::SAT3D_ABI {

// All instruction sets give the same bits. Two shapes are given in the canonical order (see
// canonical_order.hpp).

/// Computes the minimum translation of two hulls by the certified separating axis test.
/// @param isSwapped    whether the caller has the hulls in the other order
/// @param penetration  written if Overlapping, in the caller's order, except for its children
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                        const Pose& poseB, bool isSwapped, Penetration& penetration);
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                        const DPose& poseB, bool isSwapped, Penetration& penetration);

/// Computes the minimum translation like penetrationKernel(), and gives a separating axis.
/// @param margin  meters: of hulls that are apart by at most this, `best` has the features and the depth of
/// the largest separation
/// @param result  default-constructed
void detailedPenetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                               bool isSwapped, float margin, KernelResult& result, Penetration& penetration);
void detailedPenetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                               const DPose& poseB, bool isSwapped, float margin, KernelResult& result,
                               Penetration& penetration);

/// Computes the minimum translation of two boxes by the test of fifteen axes.
/// @param margin  of boxes that are apart by less, the push has a depth below 0: minus their distance. The
/// verdict is then Overlapping, too. If their closest features are others than those of their largest
/// separation, it is Separated, with the latter in the order (a, b) in the penetration
/// @param isSwapped, penetration  as for penetrationKernel()
[[nodiscard]] Verdict boxPenetrationKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b,
                                           const Pose& poseB, bool isSwapped, float margin,
                                           Penetration& penetration);
[[nodiscard]] Verdict boxPenetrationKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b,
                                           const DPose& poseB, bool isSwapped, float margin,
                                           Penetration& penetration);

/// A margin of which no hulls are apart by more.
inline constexpr float kAnyDistance = std::numeric_limits<float>::infinity();

/// Tests whether two hulls overlap. The verdict is Undecided within rounding errors of touching; then
/// penetrationKernel() decides.
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                    const Pose& poseB);
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                    const DPose& poseB);

/// Tests whether two boxes overlap.
[[nodiscard]] Verdict boxOverlapKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b,
                                       const Pose& poseB);
[[nodiscard]] Verdict boxOverlapKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b,
                                       const DPose& poseB);

}  // namespace sat3d::SAT3D_ABI
