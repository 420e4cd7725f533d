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
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE bool areSmall(const KernelHull& a, const KernelHull& b) {
    return std::max(std::max(a.vertexCount, a.faceCount), std::max(b.vertexCount, b.faceCount)) <=
           KernelHull::kSmall;
}

void penetration(const KernelHull& a, const KernelHull& b, const RelativePose& pose, PairCache* cache,
                 bool wantDetails, KernelResult& result) {
    if (a.box && b.box && !wantDetails) {
        boxSat(a, b, pose, result);
    } else if (areSmall(a, b)) {
        certifiedPenetration<SizeClass::Small>(a, b, pose, cache, wantDetails, result);
    } else {
        certifiedPenetration<SizeClass::Any>(a, b, pose, cache, wantDetails, result);
    }
}

void overlap(const KernelHull& a, const KernelHull& b, const RelativePose& pose, KernelResult& result) {
    if (a.box && b.box) {
        boxSat(a, b, pose, result);
    } else if (areSmall(a, b)) {
        certifiedOverlap<SizeClass::Small>(a, b, pose, result);
    } else {
        certifiedOverlap<SizeClass::Any>(a, b, pose, result);
    }
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

HWY_EXPORT(penetration);
HWY_EXPORT(overlap);
HWY_EXPORT(renewCertificate);
HWY_EXPORT(boxBatchOverlaps);
HWY_EXPORT(boxBatchPenetrations);

void penetrationKernel(const KernelHull& a, const KernelHull& b, const RelativePose& pose, PairCache* cache,
                       bool wantDetails, KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(penetration)(a, b, pose, cache, wantDetails, result);
}

void overlapKernel(const KernelHull& a, const KernelHull& b, const RelativePose& pose, KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(overlap)(a, b, pose, result);
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
