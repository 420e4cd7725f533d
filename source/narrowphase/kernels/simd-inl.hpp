// Vector helpers of the kernels, compiled once for every instruction set.
#if defined(SAT3D_KERNELS_SIMD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SIMD_INL_HPP
#undef SAT3D_KERNELS_SIMD_INL_HPP
#else
#define SAT3D_KERNELS_SIMD_INL_HPP
#endif

#include "narrowphase/kernels/kernel_types.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Never wider than the hulls' padding.
using FloatTag = hn::CappedTag<float, KernelHull::kWidestVector>;
using IntTag = hn::RebindToSigned<FloatTag>;
using FloatVector = hn::Vec<FloatTag>;
using IntVector = hn::Vec<IntTag>;
using FloatMask = hn::Mask<FloatTag>;
constexpr std::uint32_t kLanes = static_cast<std::uint32_t>(hn::MaxLanes(FloatTag()));

using Tag4 = hn::FixedTag<float, 4>;
using Vector4 = hn::Vec<Tag4>;

/// A point or direction broadcast into three vectors.
struct Broadcast3 {
    FloatVector x, y, z;
};

HWY_INLINE Broadcast3 broadcast(const Float4& a) {
    const FloatTag d;
    return {hn::Set(d, a.v[0]), hn::Set(d, a.v[1]), hn::Set(d, a.v[2])};
}

/// Sums in one order everywhere, without fused operations: the same bits on every machine.
HWY_INLINE FloatVector dot(FloatVector ax, FloatVector ay, FloatVector az, const Broadcast3& b) {
    return hn::Add(hn::Add(hn::Mul(ax, b.x), hn::Mul(ay, b.y)), hn::Mul(az, b.z));
}

HWY_INLINE float dot(const Float4& a, const Float4& b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

HWY_INLINE Vector4 load(const Float4& a) {
    return hn::Load(Tag4(), a.v);
}

HWY_INLINE Float4 store(Vector4 a) {
    Float4 result;
    hn::Store(a, Tag4(), result.v);
    return result;
}

/// Three numbers as a vector, put together in registers: one that is loaded as a whole, after its numbers
/// were written one by one, is there only when all before it is done.
HWY_INLINE Vector4 together(float x, float y, float z) {
    const Tag4 d;
    return hn::ConcatLowerLower(d, hn::InterleaveLower(d, hn::Set(d, z), hn::Zero(d)),
                                hn::InterleaveLower(d, hn::Set(d, x), hn::Set(d, y)));
}

/// The linear combination of three columns: a rotation, or with the rows its inverse.
HWY_INLINE Vector4 combine(const Float4 (&columns)[3], const Float4& a) {
    const Tag4 d;
    return hn::Add(
        hn::Add(hn::Mul(load(columns[0]), hn::Set(d, a.v[0])), hn::Mul(load(columns[1]), hn::Set(d, a.v[1]))),
        hn::Mul(load(columns[2]), hn::Set(d, a.v[2])));
}

HWY_INLINE Float4 rotate(const Float4 (&columns)[3], const Float4& a) {
    return store(combine(columns, a));
}

HWY_INLINE Float4 rotateNegated(const Float4 (&columns)[3], const Float4& a) {
    return store(hn::Neg(combine(columns, a)));
}

HWY_INLINE Float4 transform(const Float4 (&columns)[3], const Float4& translation, const Float4& a) {
    return store(hn::Add(combine(columns, a), load(translation)));
}

/// One bit per lane, lane 0 lowest.
HWY_INLINE std::uint32_t toBits(FloatMask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(FloatTag(), mask, bytes);
    std::uint32_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits & ((kLanes == 32 ? 0u : (1u << kLanes)) - 1u);
}

/// The lowest of the numbers in the chosen lanes.
HWY_INLINE std::uint32_t lowestOf(IntVector numbers, FloatMask chosen) {
    const IntTag di;
    const auto isChosen = hn::RebindMask(di, chosen);
    return static_cast<std::uint32_t>(
        hn::GetLane(hn::MinOfLanes(di, hn::IfThenElse(isChosen, numbers, hn::Set(di, 0x7fffffff)))));
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
