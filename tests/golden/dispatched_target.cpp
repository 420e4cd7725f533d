#include "golden/dispatched_target.hpp"

#include <bit>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "golden/dispatched_target.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::test::HWY_NAMESPACE {

std::int64_t here() {
    return HWY_TARGET;
}

}  // namespace sat3d::test::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sat3d::test {

HWY_EXPORT(here);

std::vector<std::int64_t> dispatchTargets() {
    std::vector<std::int64_t> targets;
    const std::int64_t candidates = (hwy::SupportedTargets() & HWY_TARGETS) | HWY_STATIC_TARGET;
    for (std::int64_t rest = candidates; rest != 0; rest &= rest - 1) {
        targets.push_back(rest & -rest);
    }
    return targets;
}

std::size_t chosenTargetCount() {
    return static_cast<std::size_t>(std::popcount(std::uint64_t{SAT3D_KERNEL_TARGETS}));
}

void dispatchTo(std::int64_t target) {
    hwy::GetChosenTarget().Update(target);
}

void dispatchAsUsual() {
    hwy::GetChosenTarget().DeInit();
}

std::string dispatchedTarget() {
    return hwy::TargetName(HWY_DYNAMIC_DISPATCH(here)());
}

std::string nameOfTarget(std::int64_t target) {
    return hwy::TargetName(target);
}

}  // namespace sat3d::test
#endif
