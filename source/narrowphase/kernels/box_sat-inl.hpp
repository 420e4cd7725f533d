// Two boxes: all fifteen axes, three to a vector of four lanes.
#if defined(SAT3D_KERNELS_BOX_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_SAT_INL_HPP
#undef SAT3D_KERNELS_BOX_SAT_INL_HPP
#else
#define SAT3D_KERNELS_BOX_SAT_INL_HPP
#endif

#include "narrowphase/kernels/simd-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Names the features and the normal of the winning axis; i and j count axes of A and B.
struct BoxFeatures {
    const KernelHull::Box& a;
    const KernelHull::Box& b;
    const RelativePose& pose;
    Push& push;

    HWY_INLINE void faceOfA(std::uint32_t i) const {
        const float sign = pose.centerBInA.v[i] < 0.0f ? -1.0f : 1.0f;
        std::uint32_t vertex = 0;
        for (std::uint32_t j = 0; j < 3; ++j) {
            vertex |= sign * pose.rows[i].v[j] < 0.0f ? 1u << j : 0u;
        }
        push.normal = Float4{};
        push.normal.v[i] = sign;
        push.features = {FeaturePair::Kind::FaceOfA, a.faces[2 * i + (sign > 0.0f ? 1 : 0)],
                         b.vertices[vertex]};
    }

    HWY_INLINE void faceOfB(std::uint32_t j, float alongB) const {
        const float sign = alongB < 0.0f ? -1.0f : 1.0f;
        std::uint32_t vertex = 0;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const float component = sign * pose.columns[j].v[i];
            push.normal.v[i] = component;
            vertex |= component > 0.0f ? 1u << i : 0u;
        }
        push.normal.v[3] = 0.0f;
        push.features = {FeaturePair::Kind::FaceOfB, a.vertices[vertex],
                         b.faces[2 * j + (sign > 0.0f ? 0 : 1)]};
    }

    /// The normal is sign * (edge i of A x edge j of B) / length.
    HWY_INLINE void edges(std::uint32_t i, std::uint32_t j, float along, float length) const {
        const std::uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        const float scale = (along < 0.0f ? -1.0f : 1.0f) / length;
        push.normal.v[i] = 0.0f;
        push.normal.v[i1] = -scale * pose.rows[i2].v[j];
        push.normal.v[i2] = scale * pose.rows[i1].v[j];
        push.normal.v[3] = 0.0f;
        const std::uint32_t edgeOfA =
            4 * i + (push.normal.v[i1] > 0.0f ? 1 : 0) + (push.normal.v[i2] > 0.0f ? 2 : 0);
        const std::uint32_t edgeOfB =
            4 * j + (scale * pose.rows[i].v[j2] < 0.0f ? 1 : 0) + (scale * pose.rows[i].v[j1] > 0.0f ? 2 : 0);
        push.features = {FeaturePair::Kind::Edges, a.edges[edgeOfA], b.edges[edgeOfB]};
    }
};

HWY_INLINE std::uint32_t firstLaneOf(Vector4 values, float value) {
    const Tag4 d;
    return static_cast<std::uint32_t>(hn::FindKnownFirstTrue(d, hn::Eq(values, hn::Set(d, value))));
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
    Vector4 along[3], length[3], edges[3];
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        along[i] = hn::Sub(hn::Mul(r[i1], hn::Set(d, t[i2])), hn::Mul(r[i2], hn::Set(d, t[i1])));
        const Vector4 reachA =
            hn::Add(hn::Mul(absR[i2], hn::Set(d, halfA[i1])), hn::Mul(absR[i1], hn::Set(d, halfA[i2])));
        const Vector4 reachB = hn::Add(hn::Mul(hn::TableLookupLanes(absR[i], zxy), halfNext),
                                       hn::Mul(hn::TableLookupLanes(absR[i], yzx), halfAfter));
        const Vector4 lengthSquared = hn::Add(hn::Mul(r[i1], r[i1]), hn::Mul(r[i2], r[i2]));
        length[i] = hn::Sqrt(lengthSquared);
        const Vector4 separation = hn::Div(hn::Sub(hn::Abs(along[i]), hn::Add(reachA, reachB)), length[i]);
        // Parallel edges (sine below 1e-3): their cross product is noise, and a face normal does as well.
        edges[i] = hn::IfThenElse(hn::Gt(lengthSquared, hn::Set(d, 1e-6f)), separation, hn::Set(d, -1e30f));
    }
    const float bestEdges = hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(edges[0], edges[1]), edges[2])));

    // A face is preferred where rounding cannot tell them apart.
    const bool edgeWins = bestEdges > bestFace + 2.4e-7f * (hullA.radius + hullB.radius);
    const float best = edgeWins ? bestEdges : bestFace;
    result.verdict = best < 0.0f ? Verdict::Overlapping : Verdict::Separated;
    result.best.depth = -best;
    const BoxFeatures features{a, b, pose, result.best};
    if (edgeWins) {
        for (std::uint32_t i = 0; i < 3; ++i) {
            if (!hn::AllFalse(d, hn::Eq(edges[i], hn::Set(d, best)))) {
                const std::uint32_t j = firstLaneOf(edges[i], best);
                features.edges(i, j, store(along[i]).v[j], store(length[i]).v[j]);
                return;
            }
        }
    } else if (!hn::AllFalse(d, hn::Eq(faceA, hn::Set(d, best)))) {
        features.faceOfA(firstLaneOf(faceA, best));
    } else {
        const std::uint32_t j = firstLaneOf(faceB, best);
        features.faceOfB(j, store(alongB).v[j]);
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
