#pragma once

#include "narrowphase/kernels/box/box_batch.hpp"
#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <sat3d/math/pose.hpp>
#include <sat3d/narrowphase/pair_cache.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <limits>

namespace sat3d::inline SAT3D_ABI::detail {

/// Computes the minimum translation of two hulls with the best instruction set of this machine. All
/// instruction sets give the same bits. Two boxes use the test of fifteen axes, all other pairs the certified
/// separating axis test.
/// @param a, b         in canonical order (see canonical_order.hpp)
/// @param isSwapped    whether the caller has them in the other order
/// @param penetration  written if Overlapping, in the caller's order, except for its children
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                        const Pose& poseB, bool isSwapped, Penetration& penetration);
[[nodiscard]] Verdict penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                        const DPose& poseB, bool isSwapped, Penetration& penetration);

/// Computes the minimum translation of two boxes.
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

/// Options of a detailed query.
struct DetailedQuery {
    static constexpr float kAnyDistance = std::numeric_limits<float>::infinity();

    PairCache* cache = nullptr;  ///< of this pair in the canonical order, or null
    bool keepsFeature = false;   ///< feature hysteresis; needs a cache
    float margin = 0.0f;  ///< meters: of hulls that are apart by at most this, `best` has the features and
                          ///< the depth of the largest separation

    [[nodiscard]] bool holdsFeatures() const { return keepsFeature && cache->holdsFeatures != 0; }
};

/// Computes the minimum translation of two hulls like penetrationKernel(), but with the certified test for
/// boxes, too. It also gives a separating axis, and it may start from a cache. The answer depends on the
/// cache only with feature hysteresis.
/// @param result  default-constructed
void detailedPenetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                               bool isSwapped, const DetailedQuery& query, KernelResult& result,
                               Penetration& penetration);
void detailedPenetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                               const DPose& poseB, bool isSwapped, const DetailedQuery& query,
                               KernelResult& result, Penetration& penetration);

/// Tests whether two hulls overlap. The verdict is Undecided within rounding errors of touching; then
/// penetrationKernel() decides.
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                    const Pose& poseB);
[[nodiscard]] Verdict overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                    const DPose& poseB);

/// Repairs a certificate so that it proves the minimum at these poses, or makes a new one if that fails.
/// @param push  the minimum translation: unit normal in A's frame, and depth
/// @return false if no certificate can be made; the certificate is unusable then
[[nodiscard]] bool renewCertificateKernel(PairCache::Certificate& certificate, const KernelHull& a,
                                          const KernelHull& b, const RelativePose& pose,
                                          const PenetrationCandidate& push);

/// Tests which of sixteen pairs of boxes overlap.
void boxBatchOverlapsKernel(BoxBatch& batch);

/// Computes the relative poses of those of sixteen pairs of boxes that overlap.
void boxBatchPosesKernel(BoxBatch& batch);

/// Computes the minimum translations of those of sixteen pairs of boxes that overlap.
void boxBatchPenetrationsKernel(BoxBatch& batch);

}  // namespace sat3d::inline SAT3D_ABI::detail
