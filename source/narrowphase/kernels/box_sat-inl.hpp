// Two boxes: all fifteen axes, three to a vector of four lanes.
#if defined(SAT3D_KERNELS_BOX_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_SAT_INL_HPP
#undef SAT3D_KERNELS_BOX_SAT_INL_HPP
#else
#define SAT3D_KERNELS_BOX_SAT_INL_HPP
#endif

#include "narrowphase/kernels/box_features.hpp"
#include "narrowphase/kernels/simd-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE std::uint32_t firstLaneOf(Vector4 values, Vector4 value) {
    const Tag4 d;
    return static_cast<std::uint32_t>(hn::FindKnownFirstTrue(d, hn::Eq(values, value)));
}

/// Source: Gottschalk, Lin, Manocha, "OBBTree", 1996 (the fifteen axes).
HWY_NOINLINE void boxSat(const KernelHull& hullA, const KernelHull& hullB, const RelativePose& pose,
                         KernelResult& result) {
    const Tag4 d;
    const KernelHull::Box &a = *hullA.box, &b = *hullB.box;
    const float *halfA = a.halfExtents.data(), *halfB = b.halfExtents.data();
    const float* t = pose.centerBInA.v;
    const Vector4 halfOfA = hn::Load(d, halfA), halfOfB = hn::Load(d, halfB);

    const Vector4 r[3] = {load(pose.rows[0]), load(pose.rows[1]), load(pose.rows[2])};
    const Vector4 absR[3] = {hn::Abs(r[0]), hn::Abs(r[1]), hn::Abs(r[2])};
    const Vector4 alongB = combine(pose.rows, pose.centerBInA);
    const auto weighted = [&](Vector4 x, Vector4 y, Vector4 z, const float* half) HWY_ATTR {
        return hn::Add(hn::Add(hn::Mul(x, hn::Set(d, half[0])), hn::Mul(y, hn::Set(d, half[1]))),
                       hn::Mul(z, hn::Set(d, half[2])));
    };
    // Half extents end in a fourth number so large that lane 3 never wins.
    const Vector4 reachOfB = weighted(hn::Abs(load(pose.columns[0])), hn::Abs(load(pose.columns[1])),
                                      hn::Abs(load(pose.columns[2])), halfB);
    const Vector4 faceA = hn::Sub(hn::Abs(load(pose.centerBInA)), hn::Add(halfOfA, reachOfB));
    const Vector4 faceB =
        hn::Sub(hn::Abs(alongB), hn::Add(halfOfB, weighted(absR[0], absR[1], absR[2], halfA)));
    const float bestFace = hn::GetLane(hn::MaxOfLanes(d, hn::Max(faceA, faceB)));

    const auto yzx = hn::SetTableIndices(d, std::array<std::int32_t, 4>{1, 2, 0, 3}.data());
    const auto zxy = hn::SetTableIndices(d, std::array<std::int32_t, 4>{2, 0, 1, 3}.data());
    const Vector4 halfNext = hn::TableLookupLanes(halfOfB, yzx),
                  halfAfter = hn::TableLookupLanes(halfOfB, zxy);
    Vector4 edges[3];
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const Vector4 along = hn::Sub(hn::Mul(r[i1], hn::Set(d, t[i2])), hn::Mul(r[i2], hn::Set(d, t[i1])));
        const Vector4 reachA =
            hn::Add(hn::Mul(absR[i2], hn::Set(d, halfA[i1])), hn::Mul(absR[i1], hn::Set(d, halfA[i2])));
        const Vector4 reachB = hn::Add(hn::Mul(hn::TableLookupLanes(absR[i], zxy), halfNext),
                                       hn::Mul(hn::TableLookupLanes(absR[i], yzx), halfAfter));
        const Vector4 lengthSquared = hn::Add(hn::Mul(r[i1], r[i1]), hn::Mul(r[i2], r[i2]));
        const Vector4 separation =
            hn::Div(hn::Sub(hn::Abs(along), hn::Add(reachA, reachB)), hn::Sqrt(lengthSquared));
        // The reaches are exact for any axis, so even noise for a normal is a push: only nothing is no axis.
        edges[i] = hn::IfThenElse(hn::Gt(lengthSquared, hn::Set(d, kParallelBoxEdges)), separation,
                                  hn::Set(d, -1e30f));
    }
    const float bestEdges = hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(edges[0], edges[1]), edges[2])));

    // A face is preferred where rounding cannot tell them apart.
    const bool edgeWins = bestEdges > bestFace + kSlack * (hullA.radius + hullB.radius);
    const float best = edgeWins ? bestEdges : bestFace;
    result.verdict = best < 0.0f ? Verdict::Overlapping : Verdict::Separated;
    result.best.depth = -best;
    const Vector4 winner = hn::Set(d, best);
    std::uint32_t axis = 0;
    if (!edgeWins) {
        const bool isOfA = !hn::AllFalse(d, hn::Eq(faceA, winner));
        axis = isOfA ? firstLaneOf(faceA, winner) : 3 + firstLaneOf(faceB, winner);
    } else {
        std::uint32_t i = 0;
        while (hn::AllFalse(d, hn::Eq(edges[i], winner))) {
            ++i;
        }
        axis = edgeAxis(i, firstLaneOf(edges[i], winner));
    }
    BoxFeatures(a, b, pose, result.best).name(axis);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
