// Vector helpers of the kernels, compiled once for every instruction set.
//
// A struct with vectors as members is an aggregate that braces initialize, also with {}, or it defines its
// own constructor, which initializes its members in front of the body. Compilers generate implicit
// constructors without the attributes of the instruction set. GCC for ARM then refuses to compile them.
#if defined(SAT3D_KERNELS_SIMD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_SIMD_INL_HPP
#undef SAT3D_KERNELS_SIMD_INL_HPP
#else
#define SAT3D_KERNELS_SIMD_INL_HPP
#endif

#include "core/simd/lanes-inl.hpp"
#include "narrowphase/kernels/simd/kernel_types.hpp"

#include <hwy/highway.h>

#include <array>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

// Types for short rows of numbers, with at most eight lanes. Wider vectors are not faster there, because
// 512-bit instructions leave fewer execution ports for all other instructions.
using FloatTag = hn::CappedTag<float, 8>;
using IntTag = hn::RebindToSigned<FloatTag>;
using FloatVector = hn::Vec<FloatTag>;
using IntVector = hn::Vec<IntTag>;
using FloatMask = hn::Mask<FloatTag>;
constexpr std::uint32_t kLanes = static_cast<std::uint32_t>(hn::MaxLanes(FloatTag()));

// Types for long rows of numbers, at most as wide as the padding of the hulls.
using WideTag = hn::CappedTag<float, KernelHull::kWidestVector>;
using WideIntTag = hn::RebindToSigned<WideTag>;
using WideVector = hn::Vec<WideTag>;
using WideIntVector = hn::Vec<WideIntTag>;
using WideMask = hn::Mask<WideTag>;
constexpr std::uint32_t kWideLanes = static_cast<std::uint32_t>(hn::MaxLanes(WideTag()));

using Tag4 = hn::FixedTag<float, 4>;
using Vector4 = hn::Vec<Tag4>;

/// One point or vector per lane; or one with each coordinate broadcast to all lanes.
template <class D = FloatTag>
struct Vector3 {
    hn::Vec<D> x, y, z;

    HWY_INLINE Vector3() {}
    HWY_INLINE Vector3(hn::Vec<D> xs, hn::Vec<D> ys, hn::Vec<D> zs) : x(xs), y(ys), z(zs) {}
};

template <class D = FloatTag>
HWY_INLINE Vector3<D> broadcast(const Float4& a, D d = D()) {
    return {hn::Set(d, a.v[0]), hn::Set(d, a.v[1]), hn::Set(d, a.v[2])};
}

template <class D>
HWY_INLINE Vector3<D> operator+(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
template <class D>
HWY_INLINE Vector3<D> operator-(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class D>
HWY_INLINE Vector3<D> operator*(hn::Vec<D> scale, const Vector3<D>& a) {
    return {hn::Mul(scale, a.x), hn::Mul(scale, a.y), hn::Mul(scale, a.z)};
}
template <class D>
HWY_INLINE Vector3<D> cross(const Vector3<D>& a, const Vector3<D>& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// Dot products. The fixed order of the sums, without fused multiply-add, gives the same bits on every
/// machine.
template <class D>
HWY_INLINE hn::Vec<D> dot(hn::Vec<D> ax, hn::Vec<D> ay, hn::Vec<D> az, const Vector3<D>& b) {
    return hn::Add(hn::Add(hn::Mul(ax, b.x), hn::Mul(ay, b.y)), hn::Mul(az, b.z));
}

template <class D>
HWY_INLINE hn::Vec<D> dot(const Vector3<D>& a, const Vector3<D>& b) {
    return dot<D>(a.x, a.y, a.z, b);
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

/// Assembles a vector in registers from floats that were just stored one by one, where load() would stall
/// (see core/store_forwarding.hpp).
HWY_INLINE Vector4 assemble(const Float4& a) {
    const Tag4 d;
    return hn::ConcatLowerLower(d, hn::InterleaveLower(d, hn::Set(d, a.v[2]), hn::Zero(d)),
                                hn::InterleaveLower(d, hn::Set(d, a.v[0]), hn::Set(d, a.v[1])));
}

HWY_INLINE void setPush(PenetrationCandidate& push, float depth, const Float4& normal,
                        const FeaturePair& features) {
    push.features = features;
    push.depth = depth;
    push.normal = store(assemble(normal));
}

/// Rotates the coordinates x, y, z by one or two lanes; the fourth lane stays.
HWY_INLINE Vector4 yzx(Vector4 a) {
    return hn::TableLookupLanes(a,
                                hn::SetTableIndices(Tag4(), std::array<std::int32_t, 4>{1, 2, 0, 3}.data()));
}
HWY_INLINE Vector4 zxy(Vector4 a) {
    return hn::TableLookupLanes(a,
                                hn::SetTableIndices(Tag4(), std::array<std::int32_t, 4>{2, 0, 1, 3}.data()));
}

/// The product of a matrix and a vector. RelativePose::columns give a rotation, RelativePose::rows its
/// inverse.
HWY_INLINE Vector4 combine(const Float4 (&columns)[3], const Float4& a) {
    const Tag4 d;
    return hn::Add(
        hn::Add(hn::Mul(load(columns[0]), hn::Set(d, a.v[0])), hn::Mul(load(columns[1]), hn::Set(d, a.v[1]))),
        hn::Mul(load(columns[2]), hn::Set(d, a.v[2])));
}

HWY_INLINE Float4 rotateNegated(const Float4 (&columns)[3], const Float4& a) {
    return store(hn::Neg(combine(columns, a)));
}

HWY_INLINE Float4 transform(const Float4 (&columns)[3], const Float4& translation, const Float4& a) {
    return store(hn::Add(combine(columns, a), load(translation)));
}

/// Narrows integers below 256 to bytes. One vector of bytes takes the lanes of one or more vectors of
/// integers.
template <class DI, class D>
HWY_INLINE hn::Vec<D> narrowToBytes(DI di, const hn::Vec<DI>* numbers, D d) {
    if constexpr (hn::MaxLanes(D()) == hn::MaxLanes(DI())) {
        return hn::DemoteTo(d, *numbers);
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, narrowToBytes(di, numbers + hn::MaxLanes(half) / hn::MaxLanes(di), half),
                           narrowToBytes(di, numbers, half));
    }
}

/// The smallest of the numbers in the chosen lanes.
HWY_INLINE std::uint32_t minOfChosen(WideIntVector numbers, WideMask chosen) {
    const WideIntTag di;
    const auto isChosen = hn::RebindMask(di, chosen);
    return static_cast<std::uint32_t>(
        hn::GetLane(hn::MinOfLanes(di, hn::IfThenElse(isChosen, numbers, hn::Set(di, 0x7fffffff)))));
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
