// Floats and vectors of floats with the same operators, so that one formula serves a single contact and a
// row.
#if defined(SAT3D_RESPONSE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_LANES_INL_HPP
#undef SAT3D_RESPONSE_LANES_INL_HPP
#else
#define SAT3D_RESPONSE_LANES_INL_HPP
#endif

#include "core/simd/transpose-inl.hpp"
#include "response/solver/rows/row_header.hpp"

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most a row of lanes: processors with shorter vectors take a row in parts.
using FloatTag = hn::CappedTag<float, kRowWidth>;
constexpr std::size_t kLanes = hn::MaxLanes(FloatTag());

struct Lanes {
    Lanes() = default;  // declared: GCC compiles what it declares itself for no particular instruction set
    HWY_INLINE Lanes(hn::Vec<FloatTag> lanes) : v(lanes) {}  // NOLINT: implicit

    hn::Vec<FloatTag> v;
};
struct LaneMask {
    hn::Mask<FloatTag> v;
};

HWY_INLINE Lanes operator+(Lanes a, Lanes b) {
    return {hn::Add(a.v, b.v)};
}
HWY_INLINE Lanes operator-(Lanes a, Lanes b) {
    return {hn::Sub(a.v, b.v)};
}
HWY_INLINE Lanes operator-(Lanes a) {
    return {hn::Neg(a.v)};
}
HWY_INLINE Lanes operator*(Lanes a, Lanes b) {
    return {hn::Mul(a.v, b.v)};
}
HWY_INLINE Lanes operator/(Lanes a, Lanes b) {
    return {hn::Div(a.v, b.v)};
}
HWY_INLINE LaneMask operator<(Lanes a, Lanes b) {
    return {hn::Lt(a.v, b.v)};
}
HWY_INLINE LaneMask operator&(LaneMask a, LaneMask b) {
    return {hn::And(a.v, b.v)};
}
HWY_INLINE LaneMask operator|(LaneMask a, LaneMask b) {
    return {hn::Or(a.v, b.v)};
}
HWY_INLINE LaneMask operator!(LaneMask a) {
    return {hn::Not(a.v)};
}
HWY_INLINE Lanes squareRoot(Lanes a) {
    return {hn::Sqrt(a.v)};
}
HWY_INLINE Lanes select(LaneMask mask, Lanes yes, Lanes no) {
    return {hn::IfThenElse(mask.v, yes.v, no.v)};
}
HWY_INLINE bool isAny(LaneMask mask) {
    return !hn::AllFalse(FloatTag(), mask.v);
}

/// The lanes of a mask as bits.
HWY_INLINE unsigned bitsOf(LaneMask mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(FloatTag(), mask.v, bytes);
    return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
}

/// The mask of bits of lanes.
HWY_INLINE LaneMask maskOf(unsigned bits) {
    const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8)};
    return {hn::LoadMaskBits(FloatTag(), bytes)};
}

HWY_INLINE float squareRoot(float a) {
    return std::sqrt(a);
}
HWY_INLINE float select(bool mask, float yes, float no) {
    return mask ? yes : no;
}
HWY_INLINE bool isAny(bool mask) {
    return mask;
}

// Not hn::Max: processors differ in the sign of the maximum of 0 and -0.
template <class F>
HWY_INLINE F maximum(F a, F b) {
    return select(b < a, a, b);
}
template <class F>
HWY_INLINE F minimum(F a, F b) {
    return select(a < b, a, b);
}

/// Makes a number of a float: the same in all lanes.
template <class F>
HWY_INLINE F all(float a) {
    if constexpr (sizeof(F) == sizeof(float)) {
        return a;
    } else {
        return {hn::Set(FloatTag(), a)};
    }
}

/// Loads the number of one contact, or of as many contacts as a vector has lanes.
template <class F>
HWY_INLINE F load(const Lane& from, std::size_t lane) {
    if constexpr (sizeof(F) == sizeof(float)) {
        return from.v[lane];
    } else {
        return {hn::Load(FloatTag(), from.v + lane)};
    }
}
HWY_INLINE void store(float a, Lane& to, std::size_t lane) {
    to.v[lane] = a;
}
HWY_INLINE void store(Lanes a, Lane& to, std::size_t lane) {
    hn::Store(a.v, FloatTag(), to.v + lane);
}

/// 1 for lanes in which a bit is not set, 0 for others.
template <class F>
HWY_INLINE F withoutBit(const std::uint8_t* bits, std::size_t lane, unsigned bit) {
    Lane free{};
    for (std::size_t i = lane; i < lane + sizeof(F) / sizeof(float); ++i) {
        free.v[i] = (bits[i] >> bit & 1) != 0 ? 0.0f : 1.0f;
    }
    return load<F>(free, lane);
}

/// Four numbers of each body.
template <class F>
struct Four {
    F x, y, z, w;
};

/// Stores four floats of every fourth body of a vector.
/// @param first  of these bodies
/// @param put    stores the floats of a body
template <class D, class Put>
HWY_INLINE void storeFours(hn::Vec<D> fours, std::size_t first, const Put& put) {
    if constexpr (hn::MaxLanes(D()) == 4) {
        put(first, fours);
    } else {
        using Half = hn::Half<D>;
        storeFours<Half>(hn::LowerHalf(Half(), fours), first, put);
        storeFours<Half>(hn::UpperHalf(Half(), fours), first + hn::MaxLanes(Half()), put);
    }
}
/// @param at  returns the floats of a body
template <class At>
HWY_INLINE Four<Lanes> loadTransposed(const At& at) {
    hn::Vec<FloatTag> rows[4];
    transposeFours(FloatTag(), at, rows);
    return {{rows[0]}, {rows[1]}, {rows[2]}, {rows[3]}};
}
template <class Put>
HWY_INLINE void storeTransposed(const Four<Lanes>& values, const Put& put) {
    hn::Vec<FloatTag> rows[4];
    transposeBlocks(FloatTag(), values.x.v, values.y.v, values.z.v, values.w.v, rows);
    for (std::size_t i = 0; i < 4; ++i) {
        storeFours<FloatTag>(rows[i], i, put);
    }
}

/// Loads four floats of each body of a row, from `states + index * stride`.
HWY_INLINE Four<Lanes> gather(const float* states, std::size_t stride, const std::uint32_t* index) {
    return loadTransposed([&](std::size_t i) HWY_ATTR { return states + index[i] * stride; });
}
HWY_INLINE Four<float> gatherOne(const float* states, std::size_t stride, std::uint32_t index) {
    const float* from = states + index * stride;
    return {from[0], from[1], from[2], from[3]};
}

/// Stores four floats of each body that moves.
HWY_INLINE void scatter(const Four<Lanes>& values, float* states, std::size_t stride,
                        const std::uint32_t* index, const bool* moves) {
    storeTransposed(values, [&](std::size_t i, auto four) HWY_ATTR {
        if (moves[i]) {
            hn::Store(four, hn::DFromV<decltype(four)>(), states + index[i] * stride);
        }
    });
}
HWY_INLINE void scatterOne(const Four<float>& values, float* states, std::size_t stride,
                           std::uint32_t index) {
    float* to = states + index * stride;
    to[0] = values.x, to[1] = values.y, to[2] = values.z, to[3] = values.w;
}

/// Loads four floats of consecutive bodies.
HWY_INLINE Four<Lanes> gatherRange(const float* first, std::size_t stride) {
    return loadTransposed([&](std::size_t i) HWY_ATTR { return first + i * stride; });
}
HWY_INLINE void scatterRange(const Four<Lanes>& values, float* first, std::size_t stride) {
    storeTransposed(values, [&](std::size_t i, auto four) HWY_ATTR {
        hn::Store(four, hn::DFromV<decltype(four)>(), first + i * stride);
    });
}

/// Returns 1 / a, or 0 if a is not above 0.
template <class F>
HWY_INLINE F inverseOf(F a) {
    const F zero = all<F>(0.0f);
    return select(zero < a, all<F>(1.0f) / a, zero);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
