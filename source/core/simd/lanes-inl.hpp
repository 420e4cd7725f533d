// Vectors of a fixed number of lanes, on every instruction set.
#if defined(SAT3D_CORE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_CORE_LANES_INL_HPP
#undef SAT3D_CORE_LANES_INL_HPP
#else
#define SAT3D_CORE_LANES_INL_HPP
#endif

#include "core/simd/lanes_of_bits.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Converts a mask of up to 64 lanes to one bit per lane; lane 0 is the lowest bit.
template <class D>
HWY_INLINE std::uint64_t toBits64(D d, hn::Mask<D> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits;
}
/// Converts a mask of up to 32 lanes like toBits64().
template <class D>
HWY_INLINE std::uint32_t toBits(D d, hn::Mask<D> mask) {
    return static_cast<std::uint32_t>(toBits64(d, mask));
}

/// Types for kCount lanes, held in one or two vectors ("parts") of the instruction set. Algorithms that
/// choose among lanes then give the same result on every machine.
template <class T, std::size_t kCount>
struct LaneTypes {
    using Tag = hn::CappedTag<T, kCount>;
    using IntTag = hn::RebindToSigned<Tag>;
    static constexpr std::size_t kWidth = hn::MaxLanes(Tag()), kParts = kCount / kWidth;
};

template <class T, std::size_t kCount>
struct Lanes {
    hn::Vec<typename LaneTypes<T, kCount>::Tag> part[LaneTypes<T, kCount>::kParts];
    HWY_INLINE Lanes() {}
};
template <std::size_t kCount>
using Floats = Lanes<float, kCount>;
template <std::size_t kCount>
using Ints = Lanes<std::int32_t, kCount>;

/// A chosen set of lanes. That of integers is one of floats.
template <class T, std::size_t kCount>
struct LaneMask {
    hn::Mask<typename LaneTypes<T, kCount>::Tag> part[LaneTypes<T, kCount>::kParts];
    HWY_INLINE LaneMask() {}
};

/// Sets each part of a result to compute(index of the part).
template <class Result, class Compute>
HWY_INLINE Result eachPart(const Compute& compute) {
    Result result;
    for (std::size_t i = 0; i < sizeof(result.part) / sizeof(result.part[0]); ++i) {
        result.part[i] = compute(i);
    }
    return result;
}

#define SAT3D_LANES_BINARY(name, operation, Type, Result)                                             \
    template <class T, std::size_t kCount>                                                            \
    HWY_INLINE Result<T, kCount> name(const Type<T, kCount>& a, const Type<T, kCount>& b) {           \
        return eachPart<Result<T, kCount>>([&](std::size_t i)                                         \
                                               HWY_ATTR { return operation(a.part[i], b.part[i]); }); \
    }
SAT3D_LANES_BINARY(operator+, hn::Add, Lanes, Lanes)
SAT3D_LANES_BINARY(operator-, hn::Sub, Lanes, Lanes)
SAT3D_LANES_BINARY(operator*, hn::Mul, Lanes, Lanes)
SAT3D_LANES_BINARY(operator/, hn::Div, Lanes, Lanes)
SAT3D_LANES_BINARY(operator|, hn::Or, Lanes, Lanes)
SAT3D_LANES_BINARY(operator^, hn::Xor, Lanes, Lanes)
SAT3D_LANES_BINARY(maxOf, hn::Max, Lanes, Lanes)
SAT3D_LANES_BINARY(minOf, hn::Min, Lanes, Lanes)
SAT3D_LANES_BINARY(operator>, hn::Gt, Lanes, LaneMask)
SAT3D_LANES_BINARY(operator>=, hn::Ge, Lanes, LaneMask)
SAT3D_LANES_BINARY(operator<, hn::Lt, Lanes, LaneMask)
SAT3D_LANES_BINARY(operator<=, hn::Le, Lanes, LaneMask)
SAT3D_LANES_BINARY(operator&, hn::And, LaneMask, LaneMask)
SAT3D_LANES_BINARY(operator|, hn::Or, LaneMask, LaneMask)
#undef SAT3D_LANES_BINARY

#define SAT3D_LANES_UNARY(name, operation)                                                               \
    template <class T, std::size_t kCount>                                                               \
    HWY_INLINE Lanes<T, kCount> name(const Lanes<T, kCount>& a) {                                        \
        return eachPart<Lanes<T, kCount>>([&](std::size_t i) HWY_ATTR { return operation(a.part[i]); }); \
    }
SAT3D_LANES_UNARY(absolute, hn::Abs)
SAT3D_LANES_UNARY(negated, hn::Neg)
SAT3D_LANES_UNARY(squareRoot, hn::Sqrt)
#undef SAT3D_LANES_UNARY

/// The lanes of b that are not in a.
template <class T, std::size_t kCount>
HWY_INLINE LaneMask<T, kCount> without(const LaneMask<T, kCount>& a, const LaneMask<T, kCount>& b) {
    return eachPart<LaneMask<T, kCount>>([&](std::size_t i)
                                             HWY_ATTR { return hn::AndNot(a.part[i], b.part[i]); });
}

template <class T, std::size_t kCount>
HWY_INLINE Lanes<T, kCount> allLanes(T value) {
    const typename LaneTypes<T, kCount>::Tag d;
    return eachPart<Lanes<T, kCount>>([&](std::size_t) HWY_ATTR { return hn::Set(d, value); });
}
template <std::size_t kCount>
HWY_INLINE Floats<kCount> allFloats(float value) {
    return allLanes<float, kCount>(value);
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> allInts(std::int32_t value) {
    return allLanes<std::int32_t, kCount>(value);
}
/// One lane of a vector in all lanes.
template <int kLane, std::size_t kCount>
HWY_INLINE Floats<kCount> broadcastLane(hn::Vec<hn::FixedTag<float, 4>> a) {
    const typename LaneTypes<float, kCount>::Tag d;
    const auto four = hn::Broadcast<kLane>(a);
    return eachPart<Floats<kCount>>([&](std::size_t) HWY_ATTR {
        if constexpr (LaneTypes<float, kCount>::kWidth == 8) {
            return hn::Combine(d, four, four);
        } else {
            return four;
        }
    });
}
template <std::size_t kCount, class T>
HWY_INLINE Lanes<T, kCount> loadLanes(const T* from) {
    using Types = LaneTypes<T, kCount>;
    return eachPart<Lanes<T, kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::LoadU(typename Types::Tag(), from + i * Types::kWidth); });
}
/// Loads the first four lanes, and the others from another place.
template <std::size_t kCount>
HWY_INLINE Floats<kCount> loadLanes(const float* firstFour, const float* others) {
    using Types = LaneTypes<float, kCount>;
    const typename Types::Tag d;
    if constexpr (Types::kParts == 1 && kCount == 8) {
        const hn::Half<typename Types::Tag> half;
        Floats<kCount> result;
        result.part[0] = hn::Combine(d, hn::LoadU(half, others), hn::LoadU(half, firstFour));
        return result;
    } else {
        return eachPart<Floats<kCount>>([&](std::size_t i)
                                            HWY_ATTR { return hn::LoadU(d, i == 0 ? firstFour : others); });
    }
}
/// The numbers of the lanes. They are loaded, because Highway before 1.1 computes Iota number by number.
alignas(32) constexpr std::int32_t kLaneNumbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
/// The first `count` lanes.
template <std::size_t kCount>
HWY_INLINE LaneMask<float, kCount> firstLanes(std::uint32_t count) {
    const typename LaneTypes<float, kCount>::Tag d;
    const Ints<kCount> numbers = loadLanes<kCount>(kLaneNumbers),
                       end = allInts<kCount>(static_cast<std::int32_t>(count));
    return eachPart<LaneMask<float, kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::RebindMask(d, hn::Lt(numbers.part[i], end.part[i])); });
}

template <class T, std::size_t kCount>
HWY_INLINE void storeLanes(const Lanes<T, kCount>& a, T* to) {
    using Types = LaneTypes<T, kCount>;
    for (std::size_t i = 0; i < Types::kParts; ++i) {
        hn::StoreU(a.part[i], typename Types::Tag(), to + i * Types::kWidth);
    }
}

template <class T, std::size_t kCount>
HWY_INLINE Lanes<T, kCount> select(const LaneMask<T, kCount>& chosen, const Lanes<T, kCount>& a,
                                   const Lanes<T, kCount>& b) {
    return eachPart<Lanes<T, kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::IfThenElse(chosen.part[i], a.part[i], b.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> select(const LaneMask<float, kCount>& chosen, const Ints<kCount>& a,
                               const Ints<kCount>& b) {
    const typename LaneTypes<float, kCount>::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR {
        return hn::IfThenElse(hn::RebindMask(d, chosen.part[i]), a.part[i], b.part[i]);
    });
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> asFloats(const Ints<kCount>& a) {
    const typename LaneTypes<float, kCount>::Tag d;
    return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR { return hn::BitCast(d, a.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> asInts(const Floats<kCount>& a) {
    const typename LaneTypes<float, kCount>::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR { return hn::BitCast(d, a.part[i]); });
}
template <int kBits, std::size_t kCount>
HWY_INLINE Ints<kCount> shiftedLeft(const Ints<kCount>& a) {
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR { return hn::ShiftLeft<kBits>(a.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE LaneMask<float, kCount> areEqual(const Ints<kCount>& a, const Ints<kCount>& b) {
    const typename LaneTypes<float, kCount>::Tag d;
    return eachPart<LaneMask<float, kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::RebindMask(d, hn::Eq(a.part[i], b.part[i])); });
}
template <std::size_t kCount>
HWY_INLINE LaneMask<float, kCount> areNegative(const Ints<kCount>& a) {
    const typename LaneTypes<float, kCount>::Tag d;
    const typename LaneTypes<float, kCount>::IntTag di;
    return eachPart<LaneMask<float, kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::RebindMask(d, hn::Lt(a.part[i], hn::Zero(di))); });
}

/// Moves each lane's successor into the lane, cyclically.
template <std::size_t kCount>
HWY_INLINE Floats<kCount> nextLanes(const Floats<kCount>& a) {
    using Types = LaneTypes<float, kCount>;
    const typename Types::Tag d;
    if constexpr (Types::kParts == 2) {
        Floats<kCount> result;
        result.part[0] = hn::CombineShiftRightLanes<1>(d, a.part[1], a.part[0]);
        result.part[1] = hn::CombineShiftRightLanes<1>(d, a.part[0], a.part[1]);
        return result;
    } else if constexpr (kCount == 4) {
        return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR { return hn::Shuffle0321(a.part[i]); });
    } else {
        alignas(32) constexpr std::int32_t kNext[8] = {1, 2, 3, 4, 5, 6, 7, 0};
        return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR {
            return hn::TableLookupLanes(a.part[i], hn::SetTableIndices(d, kNext));
        });
    }
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> nextLanes(const Ints<kCount>& a) {
    return asInts(nextLanes(asFloats(a)));
}

/// Returns for each lane the number in the table at the index of this lane.
template <std::size_t kCount>
HWY_INLINE Floats<kCount> lookUp(const Floats<kCount>& table, const Ints<kCount>& indices) {
    using Types = LaneTypes<float, kCount>;
    const typename Types::Tag d;
    const typename Types::IntTag di;
    return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR {
        if constexpr (Types::kParts == 1) {
            return hn::TableLookupLanes(table.part[0], hn::IndicesFromVec(d, indices.part[i]));
        } else {
            const auto within = hn::IndicesFromVec(d, hn::And(indices.part[i], hn::Set(di, 3)));
            return hn::IfThenElse(hn::RebindMask(d, hn::Gt(indices.part[i], hn::Set(di, 3))),
                                  hn::TableLookupLanes(table.part[1], within),
                                  hn::TableLookupLanes(table.part[0], within));
        }
    });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> lookUp(const Ints<kCount>& table, const Ints<kCount>& indices) {
    return asInts(lookUp(asFloats(table), indices));
}

/// One bit per lane; lane 0 is the lowest.
template <class T, std::size_t kCount>
HWY_INLINE std::uint32_t bitsOf(const LaneMask<T, kCount>& lanes) {
    using Types = LaneTypes<T, kCount>;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < Types::kParts; ++i) {
        bits |= toBits(typename Types::Tag(), lanes.part[i]) << (i * Types::kWidth);
    }
    return bits;
}

/// Moves chosen lanes to the front of vectors. Highway's CompressStore is slower before version 1.1: it calls
/// a function that copies exactly the chosen bytes, although whole vectors may be written here.
template <std::size_t kCount>
class Compression {
public:
    HWY_INLINE explicit Compression(const LaneMask<float, kCount>& chosen) {
        const typename Types::IntTag di;
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            const std::uint32_t bits = toBits(typename Types::Tag(), chosen.part[i]);
            const hn::Rebind<std::uint8_t, typename Types::IntTag> bytes;
            lanes_[i] = hn::PromoteTo(di, hn::LoadU(bytes, kLanesOfBits[bits].data()));
            counts_[i] = static_cast<std::uint32_t>(std::popcount(bits));
        }
    }

    /// Writes whole vectors.
    /// @tparam T  of 32 bits
    template <class T>
    HWY_INLINE void store(const Lanes<T, kCount>& a, T* to) const {
        const typename LaneTypes<T, kCount>::Tag d;
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            hn::StoreU(hn::TableLookupLanes(a.part[i], hn::IndicesFromVec(d, lanes_[i])), d, to);
            to += counts_[i];
        }
    }

    [[nodiscard]] HWY_INLINE std::uint32_t count() const {
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            count += counts_[i];
        }
        return count;
    }

private:
    using Types = LaneTypes<float, kCount>;
    hn::Vec<typename Types::IntTag> lanes_[Types::kParts];
    std::uint32_t counts_[Types::kParts];
};

template <class T, std::size_t kCount>
HWY_INLINE T largestOf(const Lanes<T, kCount>& a) {
    const typename LaneTypes<T, kCount>::Tag d;
    auto largest = a.part[0];
    for (std::size_t i = 1; i < LaneTypes<T, kCount>::kParts; ++i) {
        largest = hn::Max(largest, a.part[i]);
    }
    return hn::GetLane(hn::MaxOfLanes(d, largest));
}
template <std::size_t kCount>
HWY_INLINE float smallestOf(const Floats<kCount>& a) {
    return -largestOf(allFloats<kCount>(0.0f) - a);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
