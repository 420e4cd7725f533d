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
#include "narrowphase/kernels/box_sat-inl.hpp"
#include "narrowphase/kernels/certified_sat-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE SizeClass sizeClassOf(const KernelHull& a, const KernelHull& b) {
    const std::uint32_t largest =
        std::max(std::max(a.vertexCount, a.faceCount), std::max(b.vertexCount, b.faceCount));
    return largest <= 16 ? SizeClass::UpTo16
                         : (largest <= KernelHull::kSmall ? SizeClass::UpTo32 : SizeClass::Any);
}

void penetration(const KernelHull& a, const KernelHull& b, const RelativePose& pose, PairCache* cache,
                 KernelResult& result) {
    if (a.box && b.box && cache == nullptr) {
        return boxSat(a, b, pose, result);
    }
    switch (sizeClassOf(a, b)) {
        case SizeClass::UpTo16:
            return certifiedPenetration<SizeClass::UpTo16>(a, b, pose, cache, result);
        case SizeClass::UpTo32:
            return certifiedPenetration<SizeClass::UpTo32>(a, b, pose, cache, result);
        case SizeClass::Any:
            return certifiedPenetration<SizeClass::Any>(a, b, pose, cache, result);
    }
}

void overlap(const KernelHull& a, const KernelHull& b, const RelativePose& pose, KernelResult& result) {
    if (a.box && b.box) {
        return boxSat(a, b, pose, result);
    }
    switch (sizeClassOf(a, b)) {
        case SizeClass::UpTo16:
            return certifiedOverlap<SizeClass::UpTo16>(a, b, pose, result);
        case SizeClass::UpTo32:
            return certifiedOverlap<SizeClass::UpTo32>(a, b, pose, result);
        case SizeClass::Any:
            return certifiedOverlap<SizeClass::Any>(a, b, pose, result);
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sat3d::inline SAT3D_ABI::detail {

HWY_EXPORT(penetration);
HWY_EXPORT(overlap);

void penetrationKernel(const KernelHull& a, const KernelHull& b, const RelativePose& pose, PairCache* cache,
                       KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(penetration)(a, b, pose, cache, result);
}

void overlapKernel(const KernelHull& a, const KernelHull& b, const RelativePose& pose, KernelResult& result) {
    HWY_DYNAMIC_DISPATCH(overlap)(a, b, pose, result);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
#endif
