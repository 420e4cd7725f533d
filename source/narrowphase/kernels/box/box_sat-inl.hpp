// The separating axis test of two boxes: fifteen axes, three in a vector of four lanes.
#if defined(SAT3D_KERNELS_BOX_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_BOX_SAT_INL_HPP
#undef SAT3D_KERNELS_BOX_SAT_INL_HPP
#else
#define SAT3D_KERNELS_BOX_SAT_INL_HPP
#endif

#include "narrowphase/kernels/box/box_axis.hpp"
#include "narrowphase/kernels/box/box_gap.hpp"
#include "narrowphase/kernels/simd/relative_pose-inl.hpp"
#include "narrowphase/kernels/simd/store_penetration.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The separations of two boxes along the fifteen axes, in groups of four lanes (see BoxAxis).
struct BoxSeparations {
    HWY_INLINE BoxSeparations() {}

    Vector4 groups[BoxAxis::kGroups];  ///< negative if the boxes overlap along the axis; lane 3 is never the
                                       ///< largest
    // For the normal: the signed distance of the centers along the axis, whose sign orients the normal, and
    // the length of the axis.
    Float4 along[BoxAxis::kGroups], length[BoxAxis::kGroups];
};

/// Separations along the face normals of A and of B. The fourth half extent is so large that lane 3 is never
/// the largest.
HWY_INLINE void separateFaces(const KernelBox::Box& a, const KernelBox::Box& b, const RelativePose& pose,
                              BoxSeparations& separations) {
    const Tag4 d;
    const auto reach = [&](const Float4(&axes)[3], const std::array<float, 4>& half) HWY_ATTR {
        return hn::Add(hn::Add(hn::Mul(hn::Abs(load(axes[0])), hn::Set(d, half[0])),
                               hn::Mul(hn::Abs(load(axes[1])), hn::Set(d, half[1]))),
                       hn::Mul(hn::Abs(load(axes[2])), hn::Set(d, half[2])));
    };
    const auto separate = [&](int group, Vector4 center, const std::array<float, 4>& half,
                              Vector4 other) HWY_ATTR {
        separations.groups[group] = hn::Sub(hn::Abs(center), hn::Add(hn::Load(d, half.data()), other));
        separations.along[group] = store(center);
        separations.length[group] = store(hn::Set(d, 1.0f));
    };
    separate(0, load(pose.centerBInA), a.halfExtents, reach(pose.columns, b.halfExtents));
    separate(1, combine(pose.rows, pose.centerBInA), b.halfExtents, reach(pose.rows, a.halfExtents));
}

/// Separations along the cross products of the edge directions: each one of A with the three of B.
HWY_INLINE void separateEdges(const KernelBox::Box& a, const KernelBox::Box& b, const RelativePose& pose,
                              BoxSeparations& separations) {
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
        const Vector4 length = hn::Sqrt(lengthSquared);
        const Vector4 separation = hn::Div(hn::Sub(hn::Abs(along), hn::Add(reachA, reachB)), length);
        // Every axis gives a valid separation, even the inexact cross product of nearly parallel edges,
        // because the reaches are computed for this axis itself. Only a cross product of zero has no
        // direction.
        separations.groups[2 + i] = hn::IfThenElse(hn::Gt(lengthSquared, hn::Set(d, kParallelBoxEdges)),
                                                   separation, hn::Set(d, -1e30f));
        separations.along[2 + i] = store(along);
        separations.length[2 + i] = store(length);
    }
}

/// The largest of the separations along the cross products, in all lanes.
HWY_INLINE Vector4 largestOfEdges(const BoxSeparations& separations) {
    const auto& groups = separations.groups;
    return hn::MaxOfLanes(Tag4(), hn::Max(hn::Max(groups[2], groups[3]), groups[4]));
}

/// The largest of all separations, in all lanes. Prefers a face if the difference is within the rounding
/// error.
HWY_INLINE Vector4 largestOfAll(const KernelBox& a, const KernelBox& b, const BoxSeparations& separations) {
    const Tag4 d;
    const auto& groups = separations.groups;
    const Vector4 ofFaces = hn::MaxOfLanes(d, hn::Max(groups[0], groups[1])),
                  ofEdges = largestOfEdges(separations);
    const Vector4 slack = hn::Set(d, kSlack * (a.radius + b.radius));
    return hn::IfThenElse(hn::Gt(ofEdges, hn::Add(ofFaces, slack)), ofEdges, ofFaces);
}

/// The largest separation, in all lanes; negative if the boxes overlap. Skips the edges if a face normal
/// separates.
HWY_INLINE Vector4 largestSeparation(const KernelBox& hullA, const KernelBox& hullB, const RelativePose& pose,
                                     BoxSeparations& separations) {
    const Tag4 d;
    const KernelBox::Box &a = *hullA.box, &b = *hullB.box;
    separateFaces(a, b, pose, separations);
    const auto& groups = separations.groups;
    const Vector4 ofFaces = hn::MaxOfLanes(d, hn::Max(groups[0], groups[1]));
    if (hn::GetLane(ofFaces) >= 0.0f) {
        return ofFaces;
    }
    separateEdges(a, b, pose, separations);
    return largestOfAll(hullA, hullB, separations);
}

/// The index of the first axis with this separation. Returns a valid index even if there is no such axis.
HWY_INLINE std::uint32_t firstAxisOf(const BoxSeparations& separations, Vector4 separation) {
    std::uint32_t bits = 1u << (BoxAxis::kIndices - 1);
    for (std::uint32_t group = 0; group < BoxAxis::kGroups; ++group) {
        bits |= toBits(Tag4(), hn::Eq(separations.groups[group], separation)) << (4 * group);
    }
    return static_cast<std::uint32_t>(std::countr_zero(bits));
}

/// The unit normal of an axis, in the frame of one box.
/// @param axesOfOther  the axes of the other box in this frame
/// @param scale        1 / the axis' length, with the sign that orients the normal from A to B
HWY_INLINE Vector4 normalOf(const BoxAxis::Normal& normal, const Float4 (&axesOfOther)[3], float scale) {
    const Tag4 d;
    const hn::RebindToUnsigned<Tag4> du;
    const Vector4 isAxis = hn::BitCast(d, hn::Load(du, normal.isAxis));
    const Vector4 axis = hn::Or(hn::And(load(axesOfOther[normal.axis]), isAxis), hn::Load(d, normal.ones));
    const Vector4 lanes = hn::TableLookupLanes(axis, hn::SetTableIndices(d, normal.lanes));
    return hn::Mul(hn::Xor(lanes, hn::Load(d, normal.signs)), hn::Set(d, scale));
}

/// The minimum translation of two boxes, in the frames of both.
struct BoxPush {
    std::uint32_t axis = 0;  ///< index into kBoxAxes
    float depth;
    Vector4 normalInA, normalInB;            ///< unit, from A to B
    std::uint32_t positiveInA, negativeInB;  ///< a bit for each coordinate of the normal

    HWY_INLINE BoxPush() {}

    HWY_INLINE void setNormals(Vector4 inA, Vector4 inB) {
        const Tag4 d;
        normalInA = inA;
        normalInB = inB;
        positiveInA = toBits(d, hn::Gt(inA, hn::Zero(d)));
        negativeInB = toBits(d, hn::Lt(inB, hn::Zero(d)));
    }
};

/// Sets the axis and the normals of a push.
/// @param separation  the push's depth, negated, in all lanes
HWY_INLINE void setAxis(const BoxSeparations& separations, const RelativePose& pose, Vector4 separation,
                        BoxPush& push) {
    const Tag4 d;
    push.axis = firstAxisOf(separations, separation);
    const std::uint32_t group = push.axis / 4, lane = push.axis % 4;
    const BoxAxis& axis = kBoxAxes[push.axis];
    const float scale =
        std::copysign(1.0f, separations.along[group].v[lane]) / separations.length[group].v[lane];
    const auto only = [&](const std::uint32_t* kept, Vector4 normal) HWY_ATTR {
        return hn::And(normal, hn::BitCast(d, hn::Load(hn::RebindToUnsigned<Tag4>(), kept)));
    };
    push.setNormals(only(axis.keptInA, normalOf(axis.inA, pose.columns, scale)),
                    only(axis.keptInB, normalOf(axis.inB, pose.rows, scale)));
}

/// Computes the minimum translation of two boxes; returns false if they do not overlap. Then minus the depth
/// is a lower bound of their distance, up to rounding, and findNearFeatures() finds its axis.
/// Source: Gottschalk, Lin, Manocha, "OBBTree", 1996 (the fifteen axes).
HWY_INLINE bool findBoxPush(const KernelBox& a, const KernelBox& b, const RelativePose& pose,
                            BoxSeparations& separations, BoxPush& push) {
    const Vector4 largest = largestSeparation(a, b, pose, separations);
    push.depth = -hn::GetLane(largest);
    if (push.depth <= 0.0f) {
        return false;
    }
    setAxis(separations, pose, largest, push);
    return true;
}

/// The features of a push, by the boxes' own names.
HWY_INLINE FeaturePair featuresOf(const KernelBox& a, const KernelBox& b, const BoxPush& push) {
    const BoxAxis& axis = kBoxAxes[push.axis];
    return {axis.kind, a.box->names[axis.featureOfA[push.positiveInA]],
            b.box->names[axis.featureOfB[push.negativeInB]]};
}

/// Completes what findBoxPush() has found of two boxes that are apart: the features of their largest
/// separation, unless it exceeds the margin.
HWY_INLINE Verdict findNearFeatures(const KernelBox& a, const KernelBox& b, const RelativePose& pose,
                                    BoxSeparations& separations, float margin, BoxPush& push,
                                    FeaturePair& features) {
    constexpr float kRounding = 16.0f * kSlack;
    const float gap = -push.depth;
    if (gap > margin + kRounding * (a.radius + b.radius + gap)) {
        return Verdict::BeyondMargin;
    }
    separateEdges(*a.box, *b.box, pose, separations);
    setAxis(separations, pose, largestOfAll(a, b, separations), push);
    features = featuresOf(a, b, push);
    return Verdict::Separated;
}

/// Replaces the depth of a push, whose axis separates two boxes, by minus their distance as computed in
/// double. If a vertex lies beside its face, tries the best pair of edges instead: bodies that lie flat on
/// each other often touch so, although rounding hides that these edges separate them by a little more than
/// the face.
/// @param separations  along all axes
/// @return Overlapping if the distance is less than the margin, else BeyondMargin. Separated if the general
/// routine must compute it: the features are not the closest ones, rounding matters, or the bounding spheres
/// are apart
HWY_INLINE Verdict findBoxGap(const KernelBox& a, const LoadedPose& poseA, const KernelBox& b,
                              const LoadedPose& poseB, const RelativePose& pose,
                              const BoxSeparations& separations, float margin, BoxPush& push) {
    const BoxGap boxes(*a.box, *b.box, transformOf(exactRelativePose(a, poseA, b, poseB)));
    const auto gapAlong = [&](const BoxPush& of)
                              HWY_ATTR { return boxes.along(of.axis, of.positiveInA, of.negativeInB); };
    double gap = gapAlong(push);
    if (gap < 0.0 && kBoxAxes[push.axis].kind != FeaturePair::Kind::EdgeEdge) {
        BoxPush beside;
        setAxis(separations, pose, largestOfEdges(separations), beside);
        constexpr float kSine = 0.25f;  // of less, the normal in float is less exact
        const float sine = separations.length[beside.axis / 4].v[beside.axis % 4];
        const double gapBeside = gapAlong(beside);
        if (gapBeside > 0.0 && sine > kSine) {
            push = beside;
            gap = gapBeside;
        }
    }
    push.depth = -static_cast<float>(gap);
    if (!(gap > kClearlyApart * boxes.radii()) || boxes.areSpheresApart()) {
        return Verdict::Separated;
    }
    return -push.depth < margin ? Verdict::Overlapping : Verdict::BeyondMargin;
}

HWY_INLINE void storeBoxPush(const KernelBox& a, const LoadedPose& poseA, const KernelBox& b,
                             const RelativePose& pose, const BoxPush& push, bool isSwapped,
                             Penetration& penetration) {
    storePenetration(directionInWorld(poseA, pose, push.normalInA), push.depth, featuresOf(a, b, push),
                     isSwapped, penetration);
}

/// Computes the push of two boxes. If they are apart by less than the margin, and the features of their
/// largest separation are the closest ones, the depth is minus their distance. Otherwise the penetration gets
/// these features, in the order (a, b).
HWY_INLINE Verdict boxPenetration(const KernelBox& a, const LoadedPose& poseA, const KernelBox& b,
                                  const LoadedPose& poseB, const RelativePose& pose, bool isSwapped,
                                  float margin, Penetration& penetration) {
    BoxSeparations separations;
    BoxPush push;
    if (!findBoxPush(a, b, pose, separations, push)) {
        if (!(margin > 0.0f)) {
            return Verdict::Separated;
        }
        Verdict verdict = findNearFeatures(a, b, pose, separations, margin, push, penetration.features);
        if (verdict == Verdict::Separated) {
            verdict = findBoxGap(a, poseA, b, poseB, pose, separations, margin, push);
        }
        if (verdict != Verdict::Overlapping) {
            return verdict;
        }
    }
    storeBoxPush(a, poseA, b, pose, push, isSwapped, penetration);
    return Verdict::Overlapping;
}

HWY_INLINE Verdict boxOverlap(const KernelBox& a, const KernelBox& b, const RelativePose& pose) {
    BoxSeparations separations;
    return hn::GetLane(largestSeparation(a, b, pose, separations)) < 0.0f ? Verdict::Overlapping
                                                                          : Verdict::Separated;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
