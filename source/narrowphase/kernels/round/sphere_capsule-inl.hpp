// The gap of two spheres or capsules: the closest points of two segments.
#if defined(SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#undef SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#else
#define SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#endif

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/round/round_gap-inl.hpp"
#include "narrowphase/kernels/round/two_vectors-inl.hpp"
#include "narrowphase/pair/segment_parameters.hpp"

#include <cstddef>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The closest points of two cores. Vectors have world axes, and are relative to the position of each shape.
struct NearestPoints {
    TwoVectors points;
    Two radius;         ///< of the shapes
    Two squaredLength;  ///< of the cores
    Two shares;         ///< parameters of the points on their cores, see SegmentParameters
    bool areParallel;   ///< whether two segments are nearly parallel
};

HWY_INLINE bool areZero(const TwoVectors& a) {
    const TwoTag d;
    return hn::AllTrue(d, hn::Eq(hn::Max(hn::Max(hn::Abs(a.x), hn::Abs(a.y)), hn::Abs(a.z)), hn::Zero(d)));
}

// Most shapes are centered at the origin of their frame, which saves a rotation.

/// @param between  from the position of each shape to that of the other
template <class T>
HWY_INLINE void findNearest(const Sphere& a, const BasicPose<T>&, const Sphere& b, const BasicPose<T>&,
                            const TwoRotations& rotations, const TwoVectors& /*between*/,
                            NearestPoints& nearest) {
    const TwoFours spheres = loadTwoFours(&a.center.x, &b.center.x);
    nearest.points = spheres.first;
    if (!areZero(spheres.first)) {
        nearest.points = rotations(spheres.first);
    }
    nearest.radius = spheres.fourth;
    nearest.shares = nearest.squaredLength = hn::Zero(TwoTag());
    nearest.areParallel = false;
}

/// The ends of a segment: three numbers each. The radius follows the second one. A sphere is a segment
/// without length.
HWY_INLINE const float* startOf(const Sphere& sphere) {
    return &sphere.center.x;
}
HWY_INLINE const float* endOf(const Sphere& sphere) {
    return &sphere.center.x;
}
HWY_INLINE const float* startOf(const Capsule& capsule) {
    return &capsule.start.x;
}
HWY_INLINE const float* endOf(const Capsule& capsule) {
    return &capsule.end.x;
}

/// A divisor of parameters along segments. Quotients are clamped to 0 .. 1, and 0 for the divisor 0. It has
/// no branches, which would be unpredictable, and its division does not wait for the dividend.
class ShareOf {
public:
    HWY_INLINE explicit ShareOf(Two divisor)
        : isPositive_(hn::Gt(divisor, hn::Zero(TwoTag()))), inverse_(both(1.0) / divisor) {}

    [[nodiscard]] HWY_INLINE Two operator()(Two dividend) const {
        const Two clamped = hn::Min(hn::Max(dividend * inverse_, hn::Zero(TwoTag())), both(1.0));
        return hn::IfThenElseZero(isPositive_, clamped);
    }

private:
    hn::Mask<TwoTag> isPositive_;
    Two inverse_;
};

/// Whether A comes first in the search for the closest points of two capsules, whose last bits depend on it.
/// Any order that does not depend on the caller is valid, so usually one coordinate decides.
template <class T>
HWY_INLINE bool isFirst(const Capsule& a, const BasicPose<T>& poseA, const Capsule& b,
                        const BasicPose<T>& poseB) {
    const T placeOfA = poseA.position.x, placeOfB = poseB.position.x;
    return placeOfA == placeOfB ? !needsSwap(PosedPair<T>{a, poseA, b, poseB}) : placeOfA < placeOfB;
}

/// Finds the parameters of the closest points of two segments. nearest.squaredLength is known.
/// @param toOther  from the start of each segment to the start of the other
/// Source: C. Ericson, Real-Time Collision Detection, 5.1.9.
HWY_INLINE void findShares(const TwoVectors& along, const TwoVectors& toOther, bool aIsFirst,
                           NearestPoints& nearest) {
    const Two squared = nearest.squaredLength, squares = squared * ofOther(squared);
    const Two product = dot(along, ofOther(along)), advance = dot(along, toOther);
    const Two determinant = squares - product * product;
    nearest.areParallel = hn::GetLane(determinant) <= kNearlyParallelSquaredSine * hn::GetLane(squares);
    // For nearly parallel segments, `middle` is inaccurate. But it then hardly changes the distance: at a
    // sine of 1e-8, by 1e-8 of the segments' length.
    const Two middle = ShareOf(determinant)(advance * ofOther(squared) + product * ofOther(advance));
    const ShareOf share(squared);
    const Two second = share(advance + product * ofOther(middle)),
              first = share(advance + product * ofOther(second));
    const auto isFirst = hn::RebindMask(TwoTag(), hn::Eq(hn::Iota(TwoTag(), 0), both(aIsFirst ? 0.0 : 1.0)));
    nearest.shares = hn::IfThenElse(isFirst, first, second);
}

/// findNearest() for two capsules, or a sphere and a capsule.
template <class A, class B, class T>
HWY_INLINE void findNearest(const A& a, const BasicPose<T>& poseA, const B& b, const BasicPose<T>& poseB,
                            const TwoRotations& rotations, const TwoVectors& between,
                            NearestPoints& nearest) {
    const TwoFours starts = loadTwoFours(startOf(a), startOf(b)), ends = loadTwoFours(endOf(a), endOf(b));
    const TwoVectors along = rotations(ends.first - starts.first);
    TwoVectors start = both(-0.5) * along;
    if (!areZero(starts.first + ends.first)) {
        start = rotations(starts.first);
    }
    const TwoVectors toOther = between + (ofOther(start) - start);
    nearest.squaredLength = dot(along, along);
    if constexpr (std::is_same_v<A, B>) {
        findShares(along, toOther, isFirst(a, poseA, b, poseB), nearest);
    } else {
        nearest.shares = ShareOf(nearest.squaredLength)(dot(along, toOther));
        nearest.areParallel = false;
    }
    nearest.points = start + nearest.shares * along;
    nearest.radius = ends.fourth;
}

template <class A, class B, class T>
HWY_INLINE RoundGapStatus gapOfRoundShapes(const A& a, const BasicPose<T>& poseA, const B& b,
                                           const BasicPose<T>& poseB, const RoundGapQuery& query,
                                           RoundGap& gap) {
    assertSound(poseA);
    assertSound(poseB);
    const TwoRotations rotations(poseA, poseB);
    if (!rotations.areUsable()) {
        return RoundGapStatus::Undefined;
    }
    const TwoFours positions = loadTwoFours(&poseA.position.x, &poseB.position.x);
    const TwoVectors between = ofOther(positions.first) - positions.first;
    NearestPoints nearest{};
    findNearest(a, poseA, b, poseB, rotations, between, nearest);
    const TwoVectors apart = between + (ofOther(nearest.points) - nearest.points);
    const Two squared = dot(apart, apart), radii = nearest.radius + ofOther(nearest.radius);
    if (!areApart(hn::GetLane(squared),
                  hn::GetLane(nearest.squaredLength + ofOther(nearest.squaredLength)))) {
        return RoundGapStatus::Undefined;
    }
    if (isFarther(hn::GetLane(squared), hn::GetLane(radii) + query.limit)) {
        return RoundGapStatus::BeyondLimit;
    }
    const Two distance = hn::Sqrt(squared);
    const TwoVectors normal = (both(1.0) / distance) * apart;
    if (query.needsPoints) {
        const TwoVectors points = nearest.points + nearest.radius * normal;
        const auto write = [&](std::size_t coordinate, Two point) HWY_ATTR {
            gap.points[0][coordinate] = hn::GetLane(point);
            gap.points[1][coordinate] = hn::GetLane(ofOther(point));
        };
        write(0, points.x);
        write(1, points.y);
        write(2, points.z);
    }
    gap.normal[0] = static_cast<float>(hn::GetLane(normal.x));
    gap.normal[1] = static_cast<float>(hn::GetLane(normal.y));
    gap.normal[2] = static_cast<float>(hn::GetLane(normal.z));
    gap.separation = static_cast<float>(hn::GetLane(distance - radii));
    gap.setFeatures(featuresOf({hn::GetLane(nearest.shares), hn::GetLane(ofOther(nearest.shares))}));
    gap.isLine = nearest.areParallel;
    return RoundGapStatus::Found;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
