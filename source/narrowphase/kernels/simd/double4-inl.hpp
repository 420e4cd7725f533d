// Arithmetic with four doubles: a quaternion (x, y, z, w), or a 3D vector whose fourth lane is unused.
#if defined(SAT3D_KERNELS_DOUBLE4_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_DOUBLE4_INL_HPP
#undef SAT3D_KERNELS_DOUBLE4_INL_HPP
#else
#define SAT3D_KERNELS_DOUBLE4_INL_HPP
#endif

#include "core/simd/lanes-inl.hpp"
#include "narrowphase/kernels/simd/simd-inl.hpp"

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

using Double4 = Lanes<double, 4>;
using Double2 = hn::Vec<hn::FixedTag<double, 2>>;

// What depends on the number of vectors.
#if HWY_MAX_BYTES >= 32

HWY_INLINE Double4 ofVector(hn::Vec<hn::FixedTag<double, 4>> a) {
    Double4 result;
    result.part[0] = a;
    return result;
}
HWY_INLINE Double2 xyOf(const Double4& a) {
    return hn::LowerHalf(a.part[0]);
}
HWY_INLINE Double2 zwOf(const Double4& a) {
    return hn::UpperHalf(hn::FixedTag<double, 2>(), a.part[0]);
}
HWY_INLINE Double4 promoted(Vector4 a) {
    return ofVector(hn::PromoteTo(hn::FixedTag<double, 4>(), a));
}
HWY_INLINE Vector4 rounded(const Double4& a) {
    return hn::DemoteTo(Tag4(), a.part[0]);
}
HWY_INLINE Double4 permuted(const Double4& a, const std::int32_t (&floats)[8]) {
    const hn::FixedTag<float, 8> d;
    return ofVector(
        hn::BitCast(hn::FixedTag<double, 4>(),
                    hn::TableLookupLanes(hn::BitCast(d, a.part[0]), hn::SetTableIndices(d, floats))));
}
/// Rotates the coordinates x, y, z by one lane; zxy() by two. The fourth lane is unspecified.
HWY_INLINE Double4 yzx(const Double4& a) {
    alignas(32) constexpr std::int32_t kFloats[8] = {2, 3, 4, 5, 0, 1, 6, 7};
    return permuted(a, kFloats);
}
HWY_INLINE Double4 zxy(const Double4& a) {
    alignas(32) constexpr std::int32_t kFloats[8] = {4, 5, 0, 1, 2, 3, 6, 7};
    return permuted(a, kFloats);
}
HWY_INLINE Double4 zwxy(const Double4& a) {
    return ofVector(hn::SwapAdjacentBlocks(a.part[0]));
}
template <std::int32_t kLane>
HWY_INLINE Double4 all4(const Double4& a) {
    constexpr std::int32_t kLow = 2 * kLane, kHigh = kLow + 1;
    alignas(32) constexpr std::int32_t kFloats[8] = {kLow, kHigh, kLow, kHigh, kLow, kHigh, kLow, kHigh};
    return permuted(a, kFloats);
}

#else

HWY_INLINE Double4 ofHalves(Double2 xy, Double2 zw) {
    Double4 result;
    result.part[0] = xy;
    result.part[1] = zw;
    return result;
}
HWY_INLINE Double2 xyOf(const Double4& a) {
    return a.part[0];
}
HWY_INLINE Double2 zwOf(const Double4& a) {
    return a.part[1];
}
HWY_INLINE Double4 promoted(Vector4 a) {
    const hn::FixedTag<double, 2> d;
    const hn::FixedTag<float, 2> half;
    return ofHalves(hn::PromoteTo(d, hn::LowerHalf(half, a)), hn::PromoteTo(d, hn::UpperHalf(half, a)));
}
HWY_INLINE Vector4 rounded(const Double4& a) {
    const hn::FixedTag<float, 2> half;
    return hn::Combine(Tag4(), hn::DemoteTo(half, a.part[1]), hn::DemoteTo(half, a.part[0]));
}
/// Rotates the coordinates x, y, z by one lane; zxy() by two. The fourth lane is unspecified.
HWY_INLINE Double4 yzx(const Double4& a) {
    return ofHalves(hn::Shuffle01(hn::ConcatUpperLower(hn::FixedTag<double, 2>(), a.part[0], a.part[1])),
                    a.part[0]);
}
HWY_INLINE Double4 zxy(const Double4& a) {
    return ofHalves(hn::InterleaveLower(hn::FixedTag<double, 2>(), a.part[1], a.part[0]),
                    hn::Shuffle01(a.part[0]));
}
HWY_INLINE Double4 zwxy(const Double4& a) {
    return ofHalves(a.part[1], a.part[0]);
}
template <std::int32_t kLane>
HWY_INLINE Double4 all4(const Double4& a) {
    const hn::FixedTag<double, 2> d;
    const Double2 half = a.part[kLane / 2], both = kLane % 2 == 0 ? hn::InterleaveLower(d, half, half)
                                                                  : hn::InterleaveUpper(d, half, half);
    return ofHalves(both, both);
}

#endif

HWY_INLINE Double4 yxwz(const Double4& a) {
    return eachPart<Double4>([&](std::size_t i) HWY_ATTR { return hn::Shuffle01(a.part[i]); });
}

/// The sum over the lanes of each argument, as (sum of first, sum of second).
HWY_INLINE Double2 sums(const Double4& first, const Double4& second) {
    const LaneTypes<double, 4>::Tag d;
    const auto pairs = eachPart<Double4>([&](std::size_t i) HWY_ATTR {
        return hn::Add(hn::InterleaveLower(d, first.part[i], second.part[i]),
                       hn::InterleaveUpper(d, first.part[i], second.part[i]));
    });
    return hn::Add(xyOf(pairs), zwOf(pairs));
}

/// The dot product of two 3D vectors.
HWY_INLINE double dot3(const Double4& a, const Double4& b) {
    const Double4 products = a * b;
    const Double2 xy = xyOf(products);
    return hn::GetLane(xy) + hn::GetLane(hn::Shuffle01(xy)) + hn::GetLane(zwOf(products));
}

HWY_INLINE Double4 cross(const Double4& a, const Double4& b) {
    return yzx(a) * zxy(b) - zxy(a) * yzx(b);
}

HWY_INLINE Double4 all4(double a) {
    return allLanes<double, 4>(a);
}

HWY_INLINE Double4 load4(const double* numbers) {
    return loadLanes<4>(numbers);
}
HWY_INLINE Double4 load4(const float* numbers) {
    return promoted(hn::LoadU(Tag4(), numbers));
}
/// Loads a quaternion as x, y, z, w. GLM stores it in this order or as w, x, y, z.
template <class T>
HWY_INLINE Double4 load4(const glm::qua<T>& a) {
    if constexpr (offsetof(glm::qua<T>, x) == 0) {
        return load4(&a.x);
    } else {
        const T numbers[4] = {a.x, a.y, a.z, a.w};
        return load4(numbers);
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
