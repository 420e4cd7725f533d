#pragma once

#include "narrowphase/kernels/box_batch.hpp"
#include "narrowphase/kernels/kernel_types.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

/// The minimum translation of two hulls, or an axis that separates them, with the instruction set of this
/// machine: the same bits with every one. Two boxes take the fifteen-axis routine, all others the certified
/// separating axis test.
/// @param cache       of this pair in this order, or null.
/// @param wantDetails whether the caller asks for a separating axis, or for the push along the cached feature
///                    while that sticks: the routine of boxes tells neither.
/// @param result      freshly made.
void penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                       PairCache* cache, bool wantDetails, KernelResult& result);
void penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                       PairCache* cache, bool wantDetails, KernelResult& result);

/// Only whether they overlap: Overlapping, Separated, or Undecided where that is within rounding (then ask
/// penetrationKernel).
void overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                   KernelResult& result);
void overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                   KernelResult& result);

/// Mends a certificate until it proves a push at these poses, or where that fails makes another; false where
/// none can be made, and it is of no use then.
/// @param push  unit normal in A's frame, and the least depth
[[nodiscard]] bool renewCertificateKernel(PairCache::Certificate& certificate, const KernelHull& a,
                                          const KernelHull& b, const RelativePose& pose, const Push& push);

/// Sixteen pairs of boxes at once: which of them overlap.
void boxBatchOverlapsKernel(BoxBatch& batch);

/// The same, and by which push.
void boxBatchPenetrationsKernel(BoxBatch& batch);

}  // namespace sat3d::inline SAT3D_ABI::detail
