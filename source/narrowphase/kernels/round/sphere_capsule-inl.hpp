// The gap of two spheres or capsules: the closest points of two segments.
#if defined(SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#undef SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#else
#define SAT3D_KERNELS_SPHERE_CAPSULE_INL_HPP
#endif

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/round/round_gap-inl.hpp"
#include "narrowphase/kernels/simd/simd-inl.hpp"
#include "narrowphase/pair/segment_parameters.hpp"

#include <sat3d/math/pose.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

// Formulas use the operators of Highway's vectors: one operation each.

/// A number of each of the two shapes: lane 0 belongs to A, lane 1 to B. Formulas are the same for both, so
/// that (b, a) has the mirrored bits of (a, b).
using TwoTag = hn::FixedTag<double, 2>;
using Two = hn::Vec<TwoTag>;

HWY_INLINE Two both(double number) {
    return hn::Set(TwoTag(), number);
}
/// The numbers of the other shape.
HWY_INLINE Two ofOther(Two numbers) {
    return hn::Shuffle01(numbers);
}

/// A point or vector of each of the two shapes.
using TwoVectors = Vector3<TwoTag>;

HWY_INLINE TwoVectors ofOther(const TwoVectors& a) {
    return {ofOther(a.x), ofOther(a.y), ofOther(a.z)};
}

/// Four numbers of each of the two shapes.
struct TwoFours {
    TwoVectors first;
    Two fourth;
};
HWY_INLINE TwoFours loadTwoFours(const float* a, const float* b) {
    const Tag4 d;
    const hn::Half<Tag4> half;
    const auto numbersA = hn::LoadU(d, a), numbersB = hn::LoadU(d, b);
    const auto lower = hn::InterleaveLower(d, numbersA, numbersB),
               upper = hn::InterleaveUpper(d, numbersA, numbersB);
    return {{hn::PromoteTo(TwoTag(), hn::LowerHalf(half, lower)),
             hn::PromoteTo(TwoTag(), hn::UpperHalf(half, lower)),
             hn::PromoteTo(TwoTag(), hn::LowerHalf(half, upper))},
            hn::PromoteTo(TwoTag(), hn::UpperHalf(half, upper))};
}
HWY_INLINE TwoFours loadTwoFours(const double* a, const double* b) {
    const TwoTag d;
    const Two lowerA = hn::LoadU(d, a), lowerB = hn::LoadU(d, b), upperA = hn::LoadU(d, a + 2),
              upperB = hn::LoadU(d, b + 2);
    return {{hn::InterleaveLower(d, lowerA, lowerB), hn::InterleaveUpper(d, lowerA, lowerB),
             hn::InterleaveLower(d, upperA, upperB)},
            hn::InterleaveUpper(d, upperA, upperB)};
}

/// The numbers of a quaternion in the order x, y, z, w. GLM stores them in this order or as w, x, y, z.
template <class T>
class QuaternionNumbers {
public:
    HWY_INLINE explicit QuaternionNumbers(const glm::qua<T>& q) : q_(q) {
        if constexpr (!kIsInOrder) {
            numbers_[0] = q.x, numbers_[1] = q.y, numbers_[2] = q.z, numbers_[3] = q.w;
        }
    }
    [[nodiscard]] HWY_INLINE const T* data() const { return kIsInOrder ? &q_.x : numbers_; }

private:
    static constexpr bool kIsInOrder = offsetof(glm::qua<T>, x) == 0;
    const glm::qua<T>& q_;
    T numbers_[4];
};

/// The rotations of two poses, by quaternions of any length except 0.
class TwoRotations {
public:
    template <class T>
    HWY_INLINE TwoRotations(const BasicPose<T>& poseA, const BasicPose<T>& poseB)
        : q_(loadTwoFours(QuaternionNumbers<T>(poseA.rotation).data(),
                          QuaternionNumbers<T>(poseB.rotation).data())),
          scale_(both(2.0) / ((q_.first.x * q_.first.x + q_.first.y * q_.first.y) +
                              (q_.first.z * q_.first.z + q_.fourth * q_.fourth))) {}

    /// Whether all numbers are finite, and no rotation has length 0.
    [[nodiscard]] HWY_INLINE bool areUsable() const {
        // 2 / |q|^2 is 0 for an infinite, and infinite for a zero |q|.
        const TwoTag d;
        return hn::AllTrue(d, hn::And(hn::Gt(scale_, hn::Zero(d)),
                                      hn::Le(scale_, both(std::numeric_limits<double>::max()))));
    }
    [[nodiscard]] HWY_INLINE TwoVectors operator()(const TwoVectors& a) const {
        const TwoVectors across = cross(q_.first, a);
        return a + scale_ * (cross(q_.first, across) + q_.fourth * across);
    }

private:
    TwoFours q_;
    Two scale_;  ///< 2 / |q|^2
};

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
