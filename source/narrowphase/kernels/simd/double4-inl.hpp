// Arithmetic with four doubles: a quaternion (x, y, z, w), or a 3D vector whose fourth lane is unused.
#if defined(SAT3D_KERNELS_DOUBLE4_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_DOUBLE4_INL_HPP
#undef SAT3D_KERNELS_DOUBLE4_INL_HPP
#else
#define SAT3D_KERNELS_DOUBLE4_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

using Doubles = hn::FixedTag<double, 4>;

/// Four doubles in one vector.
struct Double4 {
    hn::Vec<Doubles> all;
};

HWY_INLINE Double4 load4(const double* numbers) {
    return {hn::LoadU(Doubles(), numbers)};
}

HWY_INLINE Double4 promoted(Vector4 a) {
    return {hn::PromoteTo(Doubles(), a)};
}

HWY_INLINE Double4 all4(double a) {
    return {hn::Set(Doubles(), a)};
}

/// Applies a binary operation to every lane.
template <class Operation>
HWY_INLINE Double4 each(Double4 a, Double4 b, const Operation& operation) {
    return {operation(a.all, b.all)};
}

HWY_INLINE Double4 permuted(Double4 a, const std::int32_t (&floats)[8]) {
    const hn::FixedTag<float, 8> d;
    return {
        hn::BitCast(Doubles(), hn::TableLookupLanes(hn::BitCast(d, a.all), hn::SetTableIndices(d, floats)))};
}
/// Rotates the coordinates x, y, z by one lane; zxy() by two. The fourth lane is unspecified.
HWY_INLINE Double4 yzx(Double4 a) {
    alignas(32) constexpr std::int32_t kFloats[8] = {2, 3, 4, 5, 0, 1, 6, 7};
    return permuted(a, kFloats);
}
HWY_INLINE Double4 zxy(Double4 a) {
    alignas(32) constexpr std::int32_t kFloats[8] = {4, 5, 0, 1, 2, 3, 6, 7};
    return permuted(a, kFloats);
}
template <std::int32_t kLane>
HWY_INLINE Double4 all4(Double4 a) {
    constexpr std::int32_t kLow = 2 * kLane, kHigh = kLow + 1;
    alignas(32) constexpr std::int32_t kFloats[8] = {kLow, kHigh, kLow, kHigh, kLow, kHigh, kLow, kHigh};
    return permuted(a, kFloats);
}
HWY_INLINE Double4 yxwz(Double4 a) {
    return {hn::Shuffle01(a.all)};
}
HWY_INLINE Double4 zwxy(Double4 a) {
    return {hn::SwapAdjacentBlocks(a.all)};
}

/// The sum over the lanes of each argument, as (sum of first, sum of second).
HWY_INLINE hn::Vec<hn::FixedTag<double, 2>> sums(Double4 first, Double4 second) {
    const Doubles d;
    const auto pairs =
        hn::Add(hn::InterleaveLower(d, first.all, second.all), hn::InterleaveUpper(d, first.all, second.all));
    return hn::Add(hn::LowerHalf(pairs), hn::UpperHalf(hn::Half<Doubles>(), pairs));
}

/// The dot product of two 3D vectors.
HWY_INLINE double dot3(Double4 a, Double4 b) {
    const auto products = hn::Mul(a.all, b.all);
    const auto xy = hn::LowerHalf(products);
    return hn::GetLane(xy) + hn::GetLane(hn::Shuffle01(xy)) +
           hn::GetLane(hn::UpperHalf(hn::Half<Doubles>(), products));
}

/// The lanes in which a number is less, one bit per lane.
HWY_INLINE std::uint32_t bitsOfLess(Double4 a, Double4 b) {
    return static_cast<std::uint32_t>(toBits64(Doubles(), hn::Lt(a.all, b.all)));
}

/// Selects `yes` in the lanes in which a < b.
HWY_INLINE Double4 ifLess(Double4 a, Double4 b, Double4 yes, Double4 no) {
    return {hn::IfThenElse(hn::Lt(a.all, b.all), yes.all, no.all)};
}

HWY_INLINE double maxOfLanes(Double4 a) {
    return hn::GetLane(hn::MaxOfLanes(Doubles(), a.all));
}

HWY_INLINE Vector4 rounded(Double4 a) {
    return hn::DemoteTo(Tag4(), a.all);
}

#else

using Doubles = hn::FixedTag<double, 2>;

/// Four doubles in two vectors.
struct Double4 {
    hn::Vec<Doubles> xy, zw;
};

HWY_INLINE Double4 load4(const double* numbers) {
    return {hn::LoadU(Doubles(), numbers), hn::LoadU(Doubles(), numbers + 2)};
}

HWY_INLINE Double4 promoted(Vector4 a) {
    const hn::FixedTag<float, 2> d;
    return {hn::PromoteTo(Doubles(), hn::LowerHalf(d, a)), hn::PromoteTo(Doubles(), hn::UpperHalf(d, a))};
}

HWY_INLINE Double4 all4(double a) {
    const auto both = hn::Set(Doubles(), a);
    return {both, both};
}

/// Applies a binary operation to every lane.
template <class Operation>
HWY_INLINE Double4 each(Double4 a, Double4 b, const Operation& operation) {
    return {operation(a.xy, b.xy), operation(a.zw, b.zw)};
}

/// Rotates the coordinates x, y, z by one lane; zxy() by two. The fourth lane is unspecified.
HWY_INLINE Double4 yzx(Double4 a) {
    return {hn::Shuffle01(hn::ConcatUpperLower(Doubles(), a.xy, a.zw)), a.xy};
}
HWY_INLINE Double4 zxy(Double4 a) {
    return {hn::InterleaveLower(Doubles(), a.zw, a.xy), hn::Shuffle01(a.xy)};
}
template <std::int32_t kLane>
HWY_INLINE Double4 all4(Double4 a) {
    const auto half = kLane < 2 ? a.xy : a.zw;
    const auto both = kLane % 2 == 0 ? hn::InterleaveLower(Doubles(), half, half)
                                     : hn::InterleaveUpper(Doubles(), half, half);
    return {both, both};
}
HWY_INLINE Double4 yxwz(Double4 a) {
    return {hn::Shuffle01(a.xy), hn::Shuffle01(a.zw)};
}
HWY_INLINE Double4 zwxy(Double4 a) {
    return {a.zw, a.xy};
}

/// The sum over the lanes of each argument, as (sum of first, sum of second).
HWY_INLINE hn::Vec<Doubles> sums(Double4 first, Double4 second) {
    const Doubles d;
    const auto pairs = [&](auto a, auto b) HWY_ATTR {
        return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
    };
    return hn::Add(pairs(first.xy, second.xy), pairs(first.zw, second.zw));
}

/// The dot product of two 3D vectors.
HWY_INLINE double dot3(Double4 a, Double4 b) {
    const auto xy = hn::Mul(a.xy, b.xy);
    return hn::GetLane(xy) + hn::GetLane(hn::Shuffle01(xy)) + hn::GetLane(hn::Mul(a.zw, b.zw));
}

/// The lanes in which a number is less, one bit per lane.
HWY_INLINE std::uint32_t bitsOfLess(Double4 a, Double4 b) {
    return static_cast<std::uint32_t>(toBits64(Doubles(), hn::Lt(a.xy, b.xy)) |
                                      toBits64(Doubles(), hn::Lt(a.zw, b.zw)) << 2);
}

/// Selects `yes` in the lanes in which a < b.
HWY_INLINE Double4 ifLess(Double4 a, Double4 b, Double4 yes, Double4 no) {
    return {hn::IfThenElse(hn::Lt(a.xy, b.xy), yes.xy, no.xy),
            hn::IfThenElse(hn::Lt(a.zw, b.zw), yes.zw, no.zw)};
}

HWY_INLINE double maxOfLanes(Double4 a) {
    return hn::GetLane(hn::MaxOfLanes(Doubles(), hn::Max(a.xy, a.zw)));
}

HWY_INLINE Vector4 rounded(Double4 a) {
    const hn::FixedTag<float, 2> d;
    return hn::Combine(Tag4(), hn::DemoteTo(d, a.zw), hn::DemoteTo(d, a.xy));
}

#endif

HWY_INLINE Double4 load4(const float* numbers) {
    return promoted(hn::LoadU(Tag4(), numbers));
}

HWY_INLINE Double4 operator+(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Add(left, right); });
}
HWY_INLINE Double4 operator-(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Sub(left, right); });
}
HWY_INLINE Double4 operator/(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Div(left, right); });
}
HWY_INLINE Double4 operator*(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Mul(left, right); });
}

HWY_INLINE Double4 absolute(Double4 a) {
    return each(a, a, [](auto value, auto) HWY_ATTR { return hn::Abs(value); });
}
HWY_INLINE Double4 negated(Double4 a) {
    return each(a, a, [](auto value, auto) HWY_ATTR { return hn::Neg(value); });
}
HWY_INLINE Double4 minOf(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Min(left, right); });
}
HWY_INLINE Double4 maxOf(Double4 a, Double4 b) {
    return each(a, b, [](auto left, auto right) HWY_ATTR { return hn::Max(left, right); });
}

/// Negates the lanes for which `signs` contains -0.0.
HWY_INLINE Double4 flipped(Double4 a, const double (&signs)[4]) {
    return each(a, load4(signs), [](auto left, auto right) HWY_ATTR { return hn::Xor(left, right); });
}

HWY_INLINE Double4 cross(Double4 a, Double4 b) {
    return yzx(a) * zxy(b) - zxy(a) * yzx(b);
}

HWY_INLINE void store(Double4 a, double (&numbers)[4]) {
#if HWY_MAX_BYTES >= 32
    hn::StoreU(a.all, Doubles(), numbers);
#else
    hn::StoreU(a.xy, Doubles(), numbers);
    hn::StoreU(a.zw, Doubles(), numbers + 2);
#endif
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
