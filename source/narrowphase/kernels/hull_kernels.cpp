#include "narrowphase/kernels/hull_kernels.hpp"

// Highway avoids its portable four-lane target under GCC before 12.3 for a compiler fault in 16-bit
// multiplications (GCC bug 106322). The kernels have none, and need four lanes.
#define HWY_BROKEN_EMU128 0

// Highway compiles the rest once for every instruction set it knows, by including this file again; the order
// matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/hull_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "narrowphase/kernels/box_batch-inl.hpp"
#include "narrowphase/kernels/box_sat-inl.hpp"
#include "narrowphase/kernels/certified_sat-inl.hpp"
#include "narrowphase/kernels/relative_pose-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE bool areSmall(const KernelHull& a, const KernelHull& b) {
    return a.isSmall() && b.isSmall();
}

template <class T>
HWY_INLINE void penetrationOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                              const BasicPose<T>& poseB, PairCache* cache, bool wantDetails,
                              KernelResult& result) {
    bringTogether(a, poseA, b, poseB, result);
    if (a.box && b.box && !wantDetails) {
        boxSat(a, b, result.pose, result);
    } else if (areSmall(a, b)) {
        certifiedPenetration<SizeClass::Small>(a, b, result.pose, cache, wantDetails, result);
    } else {
        certifiedPenetration<SizeClass::Any>(a, b, result.pose, cache, wantDetails, result);
    }
}

template <class T>
HWY_INLINE void overlapOf(const KernelHull& a, const BasicPose<T>& poseA, const KernelHull& b,
                          const BasicPose<T>& poseB, KernelResult& result) {
    bringTogether(a, poseA, b, poseB, result);
    if (a.box && b.box) {
        boxSat(a, b, result.pose, result);
    } else if (areSmall(a, b)) {
        certifiedOverlap<SizeClass::Small>(a, b, result.pose, result);
    } else {
        certifiedOverlap<SizeClass::Any>(a, b, result.pose, result);
    }
}

void penetrationOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                        PairCache* cache, bool wantDetails, KernelResult& result) {
    penetrationOf(a, poseA, b, poseB, cache, wantDetails, result);
}
void penetrationOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                         PairCache* cache, bool wantDetails, KernelResult& result) {
    penetrationOf(a, poseA, b, poseB, cache, wantDetails, result);
}

void overlapOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                    KernelResult& result) {
    overlapOf(a, poseA, b, poseB, result);
}
void overlapOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                     KernelResult& result) {
    overlapOf(a, poseA, b, poseB, result);
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
namespace sat3d::inline SAT3D_ABI::detail {

HWY_EXPORT(penetrationOfPoses);
HWY_EXPORT(penetrationOfDPoses);
HWY_EXPORT(overlapOfPoses);
HWY_EXPORT(overlapOfDPoses);
HWY_EXPORT(renewCertificate);
HWY_EXPORT(boxBatchOverlaps);
HWY_EXPORT(boxBatchPenetrations);

void penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                       PairCache* cache, bool wantDetails, KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(penetrationOfPoses)(a, poseA, b, poseB, cache, wantDetails, result);
}
void penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                       PairCache* cache, bool wantDetails, KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(penetrationOfDPoses)(a, poseA, b, poseB, cache, wantDetails, result);
}

void overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                   KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(overlapOfPoses)(a, poseA, b, poseB, result);
}
void overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                   KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(overlapOfDPoses)(a, poseA, b, poseB, result);
}

bool renewCertificateKernel(PairCache::Certificate& certificate, const KernelHull& a, const KernelHull& b,
                            const RelativePose& pose, const Push& push) {
    return HWY_DYNAMIC_DISPATCH(renewCertificate)(certificate, a, b, pose, push);
}

void boxBatchOverlapsKernel(BoxBatch& batch) {
    HWY_DYNAMIC_DISPATCH(boxBatchOverlaps)(batch);
}

void boxBatchPenetrationsKernel(BoxBatch& batch) {
    HWY_DYNAMIC_DISPATCH(boxBatchPenetrations)(batch);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
#endif
