#include "narrowphase/kernels/round/round_kernels.hpp"

// Highway includes this file once for every instruction set. The order of these lines matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrowphase/kernels/round/round_kernels.cpp"
#include "core/simd/simd_targets.hpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "core/simd/portable_target_begin-inl.hpp"
#include "narrowphase/kernels/round/capsule_box-inl.hpp"
#include "narrowphase/kernels/round/capsule_hull-inl.hpp"
#include "narrowphase/kernels/round/sphere_polytope-inl.hpp"
#include "narrowphase/kernels/round/sphere_capsule-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class A, class T>
HWY_INLINE RoundGapStatus gapOfRound(const A& a, const PosedPair<T>& pair, const RoundGapQuery& query,
                                     RoundGap& gap) {
    return pair.b.kind() == ShapeRef::Kind::Sphere
               ? gapOfRoundShapes(a, pair.poseA, pair.b.sphere(), pair.poseB, query, gap)
               : gapOfRoundShapes(a, pair.poseA, pair.b.capsule(), pair.poseB, query, gap);
}

/// @tparam Polytope  Box or HullData
template <class Polytope, class T>
HWY_INLINE RoundGapStatus gapToPolytope(ShapeRef round, const BasicPose<T>& poseA, const Polytope& polytope,
                                        const BasicPose<T>& poseB, bool isSwapped, const RoundGapQuery& query,
                                        RoundGap& gap) {
    const PairPlaces places(poseA, poseB);
    return round.kind() == ShapeRef::Kind::Sphere
               ? gapOfSphereAndPolytope(round.sphere(), polytope, places, isSwapped, query, gap)
               : gapOfCapsuleAndPolytope(round.capsule(), polytope, places, isSwapped, query, gap);
}

template <class T>
RoundGapStatus roundGap(const PosedPair<T>& pair, const RoundGapQuery& query, RoundGap& gap) {
    using Kind = ShapeRef::Kind;
    const auto& [a, poseA, b, poseB, isSwapped] = pair;
    if (b.kind() == Kind::Box) {
        return gapToPolytope(a, poseA, b.box(), poseB, false, query, gap);
    }
    if (a.kind() == Kind::Box) {
        return gapToPolytope(b, poseB, a.box(), poseA, true, query, gap);
    }
    if (b.kind() == Kind::ConvexHull) {
        return gapToPolytope(a, poseA, b.hull().data(), poseB, false, query, gap);
    }
    if (a.kind() == Kind::ConvexHull) {
        return gapToPolytope(b, poseB, a.hull().data(), poseA, true, query, gap);
    }
    return a.kind() == Kind::Sphere ? gapOfRound(a.sphere(), pair, query, gap)
                                    : gapOfRound(a.capsule(), pair, query, gap);
}

// HWY_EXPORT takes names without template arguments.
constexpr auto& roundGapOfPoses = roundGap<float>;
constexpr auto& roundGapOfDPoses = roundGap<double>;

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "core/simd/portable_target_end-inl.hpp"

#if HWY_ONCE
#include "core/simd/simd_dispatch.hpp"

namespace sat3d::SAT3D_ABI {

HWY_EXPORT(roundGapOfPoses);
HWY_EXPORT(roundGapOfDPoses);

RoundGapStatus roundGapKernel(const PosedPair<float>& pair, const RoundGapQuery& query, RoundGap& gap) {
    return SAT3D_DISPATCH(roundGapOfPoses)(pair, query, gap);
}
RoundGapStatus roundGapKernel(const PosedPair<double>& pair, const RoundGapQuery& query, RoundGap& gap) {
    return SAT3D_DISPATCH(roundGapOfDPoses)(pair, query, gap);
}

}  // namespace sat3d::SAT3D_ABI
#endif
