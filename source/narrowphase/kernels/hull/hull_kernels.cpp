#include "narrowphase/kernels/hull/hull_kernels.hpp"

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/hull/hull_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "narrowphase/kernels/box/box_sat-inl.hpp"
#include "narrowphase/kernels/hull/certified_sat-inl.hpp"
#include "narrowphase/kernels/simd/relative_pose-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

HWY_INLINE bool areSmall(const KernelHull& a, const KernelHull& b) {
    return a.isSmall() && b.isSmall();
}

/// Runs the certified test.
HWY_INLINE void certifiedPenetrationOf(const KernelHull& a, const LoadedPose& poseA, const KernelHull& b,
                                       bool isSwapped, float margin, KernelResult& result,
                                       Penetration& penetration) {
    if (areSmall(a, b)) {
        certifiedPenetration<SizeClass::Small>(a, b, result.pose, margin, result);
    } else {
        certifiedPenetration<SizeClass::Any>(a, b, result.pose, margin, result);
    }
    if (result.verdict != Verdict::Overlapping) {
        return;
    }
    const PenetrationCandidate& push = result.best;
    if (!(push.depth > 0.0f)) {
        result.verdict = Verdict::Separated;  // depth 0 is touching
        return;
    }
    storePenetration(directionInWorld(poseA, result.pose, load(push.normal)), push.depth,
                     toMeshFeatures(a, b, push.features), isSwapped, penetration);
}

HWY_NOINLINE Verdict penetrationOf(const KernelHull& a, const LoadedPose& poseA, const KernelHull& b,
                                   const LoadedPose& poseB, bool isSwapped, Penetration& penetration) {
    KernelResult result;
    if (HWY_UNLIKELY(!findRelativePose(a, poseA, b, poseB, result.pose))) {
        return Verdict::NotFinite;
    }
    certifiedPenetrationOf(a, poseA, b, isSwapped, 0.0f, result, penetration);
    return result.verdict;
}
Verdict penetrationOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                           bool isSwapped, Penetration& penetration) {
    return penetrationOf(a, LoadedPose(poseA), b, LoadedPose(poseB), isSwapped, penetration);
}
Verdict penetrationOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                            bool isSwapped, Penetration& penetration) {
    return penetrationOf(a, LoadedPose(poseA), b, LoadedPose(poseB), isSwapped, penetration);
}

HWY_NOINLINE void detailedPenetrationOf(const KernelHull& a, const LoadedPose& poseA, const KernelHull& b,
                                        const LoadedPose& poseB, bool isSwapped, float margin,
                                        KernelResult& result, Penetration& penetration) {
    const ExactRelativePose exact = exactRelativePose(a, poseA, b, poseB);
    if (HWY_UNLIKELY(!roundPose(exact, result.pose))) {
        result.verdict = Verdict::NotFinite;
        result.isBeyondMargin = true;
        return;
    }
    if (margin > 0.0f) {
        result.exactPose = transformOf(exact);
    }
    certifiedPenetrationOf(a, poseA, b, isSwapped, margin, result, penetration);
}
void detailedPenetrationOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b,
                                const Pose& poseB, bool isSwapped, float margin, KernelResult& result,
                                Penetration& penetration) {
    detailedPenetrationOf(a, LoadedPose(poseA), b, LoadedPose(poseB), isSwapped, margin, result, penetration);
}
void detailedPenetrationOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                                 const DPose& poseB, bool isSwapped, float margin, KernelResult& result,
                                 Penetration& penetration) {
    detailedPenetrationOf(a, LoadedPose(poseA), b, LoadedPose(poseB), isSwapped, margin, result, penetration);
}

template <class T>
Verdict boxPenetrationOf(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                         const BasicPose<T>& poseB, bool isSwapped, float margin, Penetration& penetration) {
    const LoadedPose loadedA(poseA), loadedB(poseB);
    RelativePose pose;
    return findRelativePose(a, loadedA, b, loadedB, pose)
               ? boxPenetration(a, loadedA, b, loadedB, pose, isSwapped, margin, penetration)
               : Verdict::NotFinite;
}

HWY_NOINLINE Verdict overlapOf(const KernelHull& a, const LoadedPose& poseA, const KernelHull& b,
                               const LoadedPose& poseB) {
    KernelResult result;
    if (HWY_UNLIKELY(!findRelativePose(a, poseA, b, poseB, result.pose))) {
        return Verdict::NotFinite;
    }
    if (areSmall(a, b)) {
        certifiedOverlap<SizeClass::Small>(a, b, result.pose, result);
    } else {
        certifiedOverlap<SizeClass::Any>(a, b, result.pose, result);
    }
    return result.verdict;
}
Verdict overlapOfPoses(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB) {
    return overlapOf(a, LoadedPose(poseA), b, LoadedPose(poseB));
}
Verdict overlapOfDPoses(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB) {
    return overlapOf(a, LoadedPose(poseA), b, LoadedPose(poseB));
}

template <class T>
Verdict boxOverlapOf(const KernelBox& a, const BasicPose<T>& poseA, const KernelBox& b,
                     const BasicPose<T>& poseB) {
    RelativePose pose;
    return findRelativePose(a, LoadedPose(poseA), b, LoadedPose(poseB), pose) ? boxOverlap(a, b, pose)
                                                                              : Verdict::NotFinite;
}

// HWY_EXPORT takes names without template arguments.
constexpr auto& boxPenetrationOfPoses = boxPenetrationOf<float>;
constexpr auto& boxPenetrationOfDPoses = boxPenetrationOf<double>;
constexpr auto& boxOverlapOfPoses = boxOverlapOf<float>;
constexpr auto& boxOverlapOfDPoses = boxOverlapOf<double>;

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(penetrationOfPoses);
HWY_EXPORT(penetrationOfDPoses);
HWY_EXPORT(detailedPenetrationOfPoses);
HWY_EXPORT(detailedPenetrationOfDPoses);
HWY_EXPORT(boxPenetrationOfPoses);
HWY_EXPORT(boxPenetrationOfDPoses);
HWY_EXPORT(overlapOfPoses);
HWY_EXPORT(overlapOfDPoses);
HWY_EXPORT(boxOverlapOfPoses);
HWY_EXPORT(boxOverlapOfDPoses);

Verdict penetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                          bool isSwapped, Penetration& penetration) {
    return SAT3D_DISPATCH(penetrationOfPoses)(a, poseA, b, poseB, isSwapped, penetration);
}
Verdict penetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB,
                          bool isSwapped, Penetration& penetration) {
    return SAT3D_DISPATCH(penetrationOfDPoses)(a, poseA, b, poseB, isSwapped, penetration);
}

void detailedPenetrationKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB,
                               bool isSwapped, float margin, KernelResult& result, Penetration& penetration) {
    SAT3D_DISPATCH(detailedPenetrationOfPoses)
    (a, poseA, b, poseB, isSwapped, margin, result, penetration);
}
void detailedPenetrationKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b,
                               const DPose& poseB, bool isSwapped, float margin, KernelResult& result,
                               Penetration& penetration) {
    SAT3D_DISPATCH(detailedPenetrationOfDPoses)
    (a, poseA, b, poseB, isSwapped, margin, result, penetration);
}

Verdict boxPenetrationKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b, const Pose& poseB,
                             bool isSwapped, float margin, Penetration& penetration) {
    return SAT3D_DISPATCH(boxPenetrationOfPoses)(a, poseA, b, poseB, isSwapped, margin, penetration);
}
Verdict boxPenetrationKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b, const DPose& poseB,
                             bool isSwapped, float margin, Penetration& penetration) {
    return SAT3D_DISPATCH(boxPenetrationOfDPoses)(a, poseA, b, poseB, isSwapped, margin, penetration);
}

Verdict overlapKernel(const KernelHull& a, const Pose& poseA, const KernelHull& b, const Pose& poseB) {
    return SAT3D_DISPATCH(overlapOfPoses)(a, poseA, b, poseB);
}
Verdict overlapKernel(const KernelHull& a, const DPose& poseA, const KernelHull& b, const DPose& poseB) {
    return SAT3D_DISPATCH(overlapOfDPoses)(a, poseA, b, poseB);
}

Verdict boxOverlapKernel(const KernelBox& a, const Pose& poseA, const KernelBox& b, const Pose& poseB) {
    return SAT3D_DISPATCH(boxOverlapOfPoses)(a, poseA, b, poseB);
}
Verdict boxOverlapKernel(const KernelBox& a, const DPose& poseA, const KernelBox& b, const DPose& poseB) {
    return SAT3D_DISPATCH(boxOverlapOfDPoses)(a, poseA, b, poseB);
}

}  // namespace sat3d::SAT3D_ABI
#endif
