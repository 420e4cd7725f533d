#pragma once

#include "narrowphase/kernels/box/box_batch.hpp"
#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::inline SAT3D_ABI::detail {

/// The minimum translation of two hulls with the instruction set of this machine: the same bits with every
/// one. Two boxes take the fifteen-axis routine, all others the certified separating axis test.
/// @param a, b         in the library's order (see pair_order.hpp)
/// @param turnedRound  whether the caller's is the other
/// @param penetration  written where Overlapping, in the caller's order, but for its pieces
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                        const Pose& poseB, bool turnedRound, Penetration& penetration);
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                        const DPose& poseB, bool turnedRound, Penetration& penetration);

/// The same by the certified test for all, which tells what the routine of boxes does not: an axis that
/// separates, and the push along the cached feature.
/// @param cache   of this pair in this order, or null
/// @param sticky  whether to answer with the cached feature while it sticks
/// @param result  freshly made
void detailedPenetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                               bool turnedRound, PairCache* cache, bool sticky, KernelResult& result,
                               Penetration& penetration);
void detailedPenetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                               const DPose& poseB, bool turnedRound, PairCache* cache, bool sticky,
                               KernelResult& result, Penetration& penetration);

/// Only whether they overlap. Undecided where that is within rounding: then ask penetrationKernel.
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                    const Pose& poseB);
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                    const DPose& poseB);

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
