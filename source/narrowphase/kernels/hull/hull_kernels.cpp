#include "narrowphase/kernels/hull/hull_kernels.hpp"

// Highway avoids its portable four-lane target under GCC before 12.3 for a compiler fault in 16-bit
// multiplications (GCC bug 106322). The kernels have none, and need four lanes.
#define HWY_BROKEN_EMU128 0

// Highway compiles the rest once for every instruction set it knows, by including this file again; the order
// matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/hull/hull_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "narrowphase/kernels/box/box_batch-inl.hpp"
#include "narrowphase/kernels/box/box_sat-inl.hpp"
#include "narrowphase/kernels/hull/certified_sat-inl.hpp"
#include "narrowphase/kernels/simd/relative_pose-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE bool areSmall(const KernelHull& a, const KernelHull& b) {
    return a.isSmall() && b.isSmall();
}

/// The certified test; the answer is the best push, or the former while that sticks.
template <class T>
HWY_INLINE void certifiedPenetrationOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                                       bool turnedRound, PairCache* cache, bool sticky, KernelResult& result,
                                       Penetration& penetration) {
    if (areSmall(a, b)) {
        certifiedPenetration<SizeClass::Small>(a, b, result.pose, cache, sticky, result);
    } else {
        certifiedPenetration<SizeClass::Any>(a, b, result.pose, cache, sticky, result);
    }
    if (result.verdict != Verdict::Overlapping) {
        return;
    }
    const bool sticks =
        sticky && result.hasFormer && result.best.depth > depthThatEndsSticking(result.former.depth, a, b);
    if (sticks) {
        cache->features = result.former.features;
    }
    const Push& push = sticks ? result.former : result.best;
    if (!(push.depth > 0.0f)) {
        result.verdict = Verdict::Separated;  // overlapping by nothing is touching
        return;
    }
    write(directionInWorld(poseA, result.pose, load(push.normal)), push.depth,
          namesInMesh(a, b, push.features), turnedRound, penetration);
}

template <class T>
HWY_INLINE Verdict penetrationOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                                 const BasicPose<T>& poseB, bool turnedRound, Penetration& penetration) {
    KernelResult result;
    if (HWY_UNLIKELY(!findRelativePose(a, poseA, b, poseB, result.pose))) {
        return Verdict::NotFinite;
    }
    if (a.box && b.box) {
        return boxPenetration(a, poseA, b, result.pose, turnedRound, penetration);
    }
    certifiedPenetrationOf(a, poseA, b, turnedRound, nullptr, false, result, penetration);
    return result.verdict;
}

template <class T>
HWY_INLINE void detailedPenetrationOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                                      const BasicPose<T>& poseB, bool turnedRound, PairCache* cache,
                                      bool sticky, KernelResult& result, Penetration& penetration) {
    if (HWY_UNLIKELY(!findRelativePose(a, poseA, b, poseB, result.pose))) {
        result.verdict = Verdict::NotFinite;
        return;
    }
    certifiedPenetrationOf(a, poseA, b, turnedRound, cache, sticky, result, penetration);
}

template <class T>
HWY_INLINE Verdict overlapOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                             const BasicPose<T>& poseB) {
    KernelResult result;
    if (HWY_UNLIKELY(!findRelativePose(a, poseA, b, poseB, result.pose))) {
        return Verdict::NotFinite;
    }
    if (a.box && b.box) {
        return boxOverlap(a, b, result.pose);
    }
    if (areSmall(a, b)) {
        certifiedOverlap<SizeClass::Small>(a, b, result.pose, result);
    } else {
        certifiedOverlap<SizeClass::Any>(a, b, result.pose, result);
    }
    return result.verdict;
}

Verdict penetrationOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                           bool turnedRound, Penetration& penetration) {
    return penetrationOf(a, poseA, b, poseB, turnedRound, penetration);
}
Verdict penetrationOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                            bool turnedRound, Penetration& penetration) {
    return penetrationOf(a, poseA, b, poseB, turnedRound, penetration);
}

void detailedPenetrationOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                const Pose& poseB, bool turnedRound, PairCache* cache, bool sticky,
                                KernelResult& result, Penetration& penetration) {
    detailedPenetrationOf(a, poseA, b, poseB, turnedRound, cache, sticky, result, penetration);
}
void detailedPenetrationOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                 const DPose& poseB, bool turnedRound, PairCache* cache, bool sticky,
                                 KernelResult& result, Penetration& penetration) {
    detailedPenetrationOf(a, poseA, b, poseB, turnedRound, cache, sticky, result, penetration);
}

Verdict overlapOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB) {
    return overlapOf(a, poseA, b, poseB);
}
Verdict overlapOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB) {
    return overlapOf(a, poseA, b, poseB);
}

bool renewCertificate(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                      const RelativePose& pose, const Push& push) {
    const float slack = kSlack * (a.radius + b.radius), depth = push.depth - slack;
    if (!(depth > slack)) {
        return false;
    }
    // Of a surface that motion has carried beyond the origin nothing can be mended, and nothing shows.
    const bool isMended = isIntact(certificate) && mend(certificate, a, b, pose, push.normal, depth) &&
                          proves(certificate, a, b, pose, push.normal, depth);
    return isMended || make(certificate, a, b, pose, push.normal, depth);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "narrowphase/kernels/simd/dispatch.hpp"

namespace sat3d::inline SAT3D_ABI::detail {

HWY_EXPORT(penetrationOfPoses);
HWY_EXPORT(penetrationOfDPoses);
HWY_EXPORT(detailedPenetrationOfPoses);
HWY_EXPORT(detailedPenetrationOfDPoses);
HWY_EXPORT(overlapOfPoses);
HWY_EXPORT(overlapOfDPoses);
HWY_EXPORT(renewCertificate);
HWY_EXPORT(boxBatchOverlaps);
HWY_EXPORT(boxBatchPenetrations);

Verdict penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                          bool turnedRound, Penetration& penetration) {
    return SAT3D_DISPATCH(penetrationOfPoses)(a, poseA, b, poseB, turnedRound, penetration);
}
Verdict penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                          bool turnedRound, Penetration& penetration) {
    return SAT3D_DISPATCH(penetrationOfDPoses)(a, poseA, b, poseB, turnedRound, penetration);
}

void detailedPenetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                               bool turnedRound, PairCache* cache, bool sticky, KernelResult& result,
                               Penetration& penetration) {
    SAT3D_DISPATCH(detailedPenetrationOfPoses)
    (a, poseA, b, poseB, turnedRound, cache, sticky, result, penetration);
}
void detailedPenetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                               const DPose& poseB, bool turnedRound, PairCache* cache, bool sticky,
                               KernelResult& result, Penetration& penetration) {
    SAT3D_DISPATCH(detailedPenetrationOfDPoses)
    (a, poseA, b, poseB, turnedRound, cache, sticky, result, penetration);
}

Verdict overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB) {
    return SAT3D_DISPATCH(overlapOfPoses)(a, poseA, b, poseB);
}
Verdict overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB) {
    return SAT3D_DISPATCH(overlapOfDPoses)(a, poseA, b, poseB);
}

bool renewCertificateKernel(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                            const RelativePose& pose, const Push& push) {
    return SAT3D_DISPATCH(renewCertificate)(certificate, a, b, pose, push);
}

void boxBatchOverlapsKernel(BoxBatch& batch) {
    SAT3D_DISPATCH(boxBatchOverlaps)(batch);
}

void boxBatchPenetrationsKernel(BoxBatch& batch) {
    SAT3D_DISPATCH(boxBatchPenetrations)(batch);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
#endif
