// Vectors of exactly four or eight lanes, on every instruction set.
#if defined(SAT3D_KERNELS_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_LANES_INL_HPP
#undef SAT3D_KERNELS_LANES_INL_HPP
#else
#define SAT3D_KERNELS_LANES_INL_HPP
#endif

#include "narrowphase/kernels/manifold/lanes_of_bits.hpp"
#include "narrowphase/kernels/simd/transpose-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Types for kCount lanes, held in one or two vectors ("parts") of the instruction set. Algorithms that
/// choose among lanes then give the same result on every machine.
template <std::size_t kCount>
struct LaneTypes {
    using Tag = hn::CappedTag<float, kCount>;
    using IntTag = hn::RebindToSigned<Tag>;
    static constexpr std::size_t kWidth = hn::MaxLanes(Tag()), kParts = kCount / kWidth;
};

template <std::size_t kCount>
struct Floats {
    hn::Vec<typename LaneTypes<kCount>::Tag> part[LaneTypes<kCount>::kParts];
    HWY_INLINE Floats() {}
};
template <std::size_t kCount>
struct Ints {
    hn::Vec<typename LaneTypes<kCount>::IntTag> part[LaneTypes<kCount>::kParts];
    HWY_INLINE Ints() {}
};
template <std::size_t kCount>
struct Lanes {  ///< a chosen set of lanes
    hn::Mask<typename LaneTypes<kCount>::Tag> part[LaneTypes<kCount>::kParts];
    HWY_INLINE Lanes() {}
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

#define SAT3D_LANES_BINARY(name, operation, Type, Result)                                          \
    template <std::size_t kCount>                                                                  \
    HWY_INLINE Result<kCount> name(const Type<kCount>& a, const Type<kCount>& b) {                 \
        return eachPart<Result<kCount>>([&](std::size_t i)                                         \
                                            HWY_ATTR { return operation(a.part[i], b.part[i]); }); \
    }
SAT3D_LANES_BINARY(operator+, hn::Add, Floats, Floats)
SAT3D_LANES_BINARY(operator-, hn::Sub, Floats, Floats)
SAT3D_LANES_BINARY(operator*, hn::Mul, Floats, Floats)
SAT3D_LANES_BINARY(operator/, hn::Div, Floats, Floats)
SAT3D_LANES_BINARY(maxOf, hn::Max, Floats, Floats)
SAT3D_LANES_BINARY(minOf, hn::Min, Floats, Floats)
SAT3D_LANES_BINARY(operator>, hn::Gt, Floats, Lanes)
SAT3D_LANES_BINARY(operator>=, hn::Ge, Floats, Lanes)
SAT3D_LANES_BINARY(operator<, hn::Lt, Floats, Lanes)
SAT3D_LANES_BINARY(operator<=, hn::Le, Floats, Lanes)
SAT3D_LANES_BINARY(operator&, hn::And, Lanes, Lanes)
SAT3D_LANES_BINARY(operator|, hn::Or, Lanes, Lanes)
SAT3D_LANES_BINARY(minOf, hn::Min, Ints, Ints)
SAT3D_LANES_BINARY(maxOf, hn::Max, Ints, Ints)
SAT3D_LANES_BINARY(operator|, hn::Or, Ints, Ints)
SAT3D_LANES_BINARY(operator^, hn::Xor, Ints, Ints)
#undef SAT3D_LANES_BINARY

/// The lanes of b that are not in a.
template <std::size_t kCount>
HWY_INLINE Lanes<kCount> without(const Lanes<kCount>& a, const Lanes<kCount>& b) {
    return eachPart<Lanes<kCount>>([&](std::size_t i) HWY_ATTR { return hn::AndNot(a.part[i], b.part[i]); });
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> allFloats(float value) {
    const typename LaneTypes<kCount>::Tag d;
    return eachPart<Floats<kCount>>([&](std::size_t) HWY_ATTR { return hn::Set(d, value); });
}
/// One lane of a vector in all lanes.
template <int kLane, std::size_t kCount>
HWY_INLINE Floats<kCount> broadcastLane(Vector4 a) {
    const typename LaneTypes<kCount>::Tag d;
    const Vector4 four = hn::Broadcast<kLane>(a);
    return eachPart<Floats<kCount>>([&](std::size_t) HWY_ATTR {
        if constexpr (LaneTypes<kCount>::kWidth == 8) {
            return hn::Combine(d, four, four);
        } else {
            return four;
        }
    });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> allInts(std::int32_t value) {
    const typename LaneTypes<kCount>::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t) HWY_ATTR { return hn::Set(d, value); });
}
/// The numbers of the lanes. They are loaded, because Highway before 1.1 computes Iota number by number.
alignas(32) constexpr std::int32_t kLaneNumbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
template <std::size_t kCount>
HWY_INLINE Ints<kCount> laneNumbers() {
    using Types = LaneTypes<kCount>;
    const typename Types::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t i)
                                      HWY_ATTR { return hn::Load(d, kLaneNumbers + i * Types::kWidth); });
}
/// The first `count` lanes.
template <std::size_t kCount>
HWY_INLINE Lanes<kCount> firstLanes(std::uint32_t count) {
    const typename LaneTypes<kCount>::Tag d;
    const Ints<kCount> numbers = laneNumbers<kCount>(),
                       end = allInts<kCount>(static_cast<std::int32_t>(count));
    return eachPart<Lanes<kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::RebindMask(d, hn::Lt(numbers.part[i], end.part[i])); });
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> loadFloats(const float* from) {
    using Types = LaneTypes<kCount>;
    return eachPart<Floats<kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::LoadU(typename Types::Tag(), from + i * Types::kWidth); });
}
/// Loads the first four lanes, and the others from another place.
template <std::size_t kCount>
HWY_INLINE Floats<kCount> loadFloats(const float* firstFour, const float* others) {
    using Types = LaneTypes<kCount>;
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
template <std::size_t kCount>
HWY_INLINE Ints<kCount> loadInts(const std::int32_t* from) {
    using Types = LaneTypes<kCount>;
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR {
        return hn::LoadU(typename Types::IntTag(), from + i * Types::kWidth);
    });
}
template <std::size_t kCount>
HWY_INLINE void storeFloats(const Floats<kCount>& a, float* to) {
    using Types = LaneTypes<kCount>;
    for (std::size_t i = 0; i < Types::kParts; ++i) {
        hn::StoreU(a.part[i], typename Types::Tag(), to + i * Types::kWidth);
    }
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> select(const Lanes<kCount>& chosen, const Floats<kCount>& a,
                                 const Floats<kCount>& b) {
    return eachPart<Floats<kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::IfThenElse(chosen.part[i], a.part[i], b.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> select(const Lanes<kCount>& chosen, const Ints<kCount>& a, const Ints<kCount>& b) {
    const typename LaneTypes<kCount>::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR {
        return hn::IfThenElse(hn::RebindMask(d, chosen.part[i]), a.part[i], b.part[i]);
    });
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> asFloats(const Ints<kCount>& a) {
    const typename LaneTypes<kCount>::Tag d;
    return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR { return hn::BitCast(d, a.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE Ints<kCount> asInts(const Floats<kCount>& a) {
    const typename LaneTypes<kCount>::IntTag d;
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR { return hn::BitCast(d, a.part[i]); });
}
template <int kBits, std::size_t kCount>
HWY_INLINE Ints<kCount> shiftedLeft(const Ints<kCount>& a) {
    return eachPart<Ints<kCount>>([&](std::size_t i) HWY_ATTR { return hn::ShiftLeft<kBits>(a.part[i]); });
}
template <std::size_t kCount>
HWY_INLINE Lanes<kCount> areEqual(const Ints<kCount>& a, const Ints<kCount>& b) {
    const typename LaneTypes<kCount>::Tag d;
    return eachPart<Lanes<kCount>>([&](std::size_t i)
                                       HWY_ATTR { return hn::RebindMask(d, hn::Eq(a.part[i], b.part[i])); });
}
template <std::size_t kCount>
HWY_INLINE Lanes<kCount> areNegative(const Ints<kCount>& a) {
    const typename LaneTypes<kCount>::Tag d;
    const typename LaneTypes<kCount>::IntTag di;
    return eachPart<Lanes<kCount>>(
        [&](std::size_t i) HWY_ATTR { return hn::RebindMask(d, hn::Lt(a.part[i], hn::Zero(di))); });
}

template <std::size_t kCount>
HWY_INLINE Floats<kCount> squareRoot(const Floats<kCount>& a) {
    return eachPart<Floats<kCount>>([&](std::size_t i) HWY_ATTR { return hn::Sqrt(a.part[i]); });
}

/// Moves each lane's successor into the lane, cyclically.
template <std::size_t kCount>
HWY_INLINE Floats<kCount> nextLanes(const Floats<kCount>& a) {
    using Types = LaneTypes<kCount>;
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
    using Types = LaneTypes<kCount>;
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
template <std::size_t kCount>
HWY_INLINE std::uint32_t bitsOf(const Lanes<kCount>& lanes) {
    using Types = LaneTypes<kCount>;
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
    HWY_INLINE explicit Compression(const Lanes<kCount>& chosen) {
        const typename Types::IntTag di;
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            const std::uint32_t bits = toBits(typename Types::Tag(), chosen.part[i]);
            const hn::Rebind<std::uint8_t, typename Types::IntTag> bytes;
            lanes_[i] = hn::PromoteTo(di, hn::LoadU(bytes, kLanesOfBits[bits].data()));
            counts_[i] = static_cast<std::uint32_t>(std::popcount(bits));
        }
    }

    /// Writes whole vectors.
    HWY_INLINE void store(const Floats<kCount>& a, float* to) const {
        const typename Types::Tag d;
        for (std::size_t i = 0; i < Types::kParts; ++i) {
            hn::StoreU(hn::TableLookupLanes(a.part[i], hn::IndicesFromVec(d, lanes_[i])), d, to);
            to += counts_[i];
        }
    }
    HWY_INLINE void store(const Ints<kCount>& a, std::int32_t* to) const {
        const typename Types::IntTag d;
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
    using Types = LaneTypes<kCount>;
    hn::Vec<typename Types::IntTag> lanes_[Types::kParts];
    std::uint32_t counts_[Types::kParts];
};

template <std::size_t kCount>
HWY_INLINE float largestOf(const Floats<kCount>& a) {
    const typename LaneTypes<kCount>::Tag d;
    auto largest = a.part[0];
    for (std::size_t i = 1; i < LaneTypes<kCount>::kParts; ++i) {
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
