// Two boxes: all fifteen axes, three to a vector of four lanes.
#if defined(SAT3D_KERNELS_BOX_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_SAT_INL_HPP
#undef SAT3D_KERNELS_BOX_SAT_INL_HPP
#else
#define SAT3D_KERNELS_BOX_SAT_INL_HPP
#endif

#include "narrowphase/kernels/box_features.hpp"
#include "narrowphase/kernels/simd-inl.hpp"

#include <array>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

HWY_INLINE std::uint32_t firstLaneOf(Vector4 values, Vector4 value) {
    const Tag4 d;
    return static_cast<std::uint32_t>(hn::FindKnownFirstTrue(d, hn::Eq(values, value)));
}

/// Along the faces' axes. Half extents end in a fourth number so large that lane 3 never wins.
HWY_INLINE void separateFaces(const KernelHull::Box& a, const KernelHull::Box& b, const RelativePose& pose,
                              Vector4& facesOfA, Vector4& facesOfB) {
    const Tag4 d;
    const auto reach = [&](const Float4(&axes)[3], const std::array<float, 4>& half) HWY_ATTR {
        return hn::Add(hn::Add(hn::Mul(hn::Abs(load(axes[0])), hn::Set(d, half[0])),
                               hn::Mul(hn::Abs(load(axes[1])), hn::Set(d, half[1]))),
                       hn::Mul(hn::Abs(load(axes[2])), hn::Set(d, half[2])));
    };
    const auto separation = [&](Vector4 center, const std::array<float, 4>& half, Vector4 other) HWY_ATTR {
        return hn::Sub(hn::Abs(center), hn::Add(hn::Load(d, half.data()), other));
    };
    facesOfA = separation(load(pose.centerBInA), a.halfExtents, reach(pose.columns, b.halfExtents));
    facesOfB =
        separation(combine(pose.rows, pose.centerBInA), b.halfExtents, reach(pose.rows, a.halfExtents));
}

/// Along the cross products of each edge of A with the three of B.
HWY_INLINE void separateEdges(const KernelHull::Box& a, const KernelHull::Box& b, const RelativePose& pose,
                              Vector4 (&edges)[3]) {
    const Tag4 d;
    const Vector4 halfOfB = hn::Load(d, b.halfExtents.data());
    const Vector4 r[3] = {load(pose.rows[0]), load(pose.rows[1]), load(pose.rows[2])};
    const Vector4 absR[3] = {hn::Abs(r[0]), hn::Abs(r[1]), hn::Abs(r[2])};
    const Vector4 halfNext = yzx(halfOfB), halfAfter = zxy(halfOfB);
    const auto halfA = [&](int i) HWY_ATTR { return hn::Set(d, a.halfExtents[static_cast<std::size_t>(i)]); };
    const auto center = [&](int i) HWY_ATTR { return hn::Set(d, pose.centerBInA.v[i]); };
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const Vector4 along = hn::Sub(hn::Mul(r[i1], center(i2)), hn::Mul(r[i2], center(i1)));
        const Vector4 reachA = hn::Add(hn::Mul(absR[i2], halfA(i1)), hn::Mul(absR[i1], halfA(i2)));
        const Vector4 reachB = hn::Add(hn::Mul(zxy(absR[i]), halfNext), hn::Mul(yzx(absR[i]), halfAfter));
        const Vector4 lengthSquared = hn::Add(hn::Mul(r[i1], r[i1]), hn::Mul(r[i2], r[i2]));
        const Vector4 separation =
            hn::Div(hn::Sub(hn::Abs(along), hn::Add(reachA, reachB)), hn::Sqrt(lengthSquared));
        // The reaches are exact for any axis, so even noise for a normal is a push: only nothing is no axis.
        edges[i] = hn::IfThenElse(hn::Gt(lengthSquared, hn::Set(d, kParallelBoxEdges)), separation,
                                  hn::Set(d, -1e30f));
    }
}

/// Which axis parts boxes is not told: finding out costs as much as the test.
/// Source: Gottschalk, Lin, Manocha, "OBBTree", 1996 (the fifteen axes).
HWY_NOINLINE void boxSat(const KernelHull& hullA, const KernelHull& hullB, const RelativePose& pose,
                         KernelResult& result) {
    const Tag4 d;
    const KernelHull::Box &a = *hullA.box, &b = *hullB.box;
    Vector4 facesOfA, facesOfB;
    separateFaces(a, b, pose, facesOfA, facesOfB);
    const float bestFace = hn::GetLane(hn::MaxOfLanes(d, hn::Max(facesOfA, facesOfB)));
    if (bestFace >= 0.0f) {
        return;
    }
    Vector4 edges[3];
    separateEdges(a, b, pose, edges);
    const float bestEdges = hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(edges[0], edges[1]), edges[2])));

    // A face is preferred where rounding cannot tell them apart.
    const bool edgeWins = bestEdges > bestFace + kSlack * (hullA.radius + hullB.radius);
    const float best = edgeWins ? bestEdges : bestFace;
    if (best >= 0.0f) {
        return;
    }
    result.verdict = Verdict::Overlapping;
    result.best.depth = -best;
    const Vector4 winner = hn::Set(d, best);
    std::uint32_t axis = 0;
    if (!edgeWins) {
        const bool isOfA = !hn::AllFalse(d, hn::Eq(facesOfA, winner));
        axis = isOfA ? firstLaneOf(facesOfA, winner) : 3 + firstLaneOf(facesOfB, winner);
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
