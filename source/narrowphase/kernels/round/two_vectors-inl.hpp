// Vectors with a number of each of the two shapes.
#if defined(SAT3D_KERNELS_TWO_VECTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_TWO_VECTORS_INL_HPP
#undef SAT3D_KERNELS_TWO_VECTORS_INL_HPP
#else
#define SAT3D_KERNELS_TWO_VECTORS_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"

#include <sat3d/math/pose.hpp>

#include <cstddef>
#include <limits>

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

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
