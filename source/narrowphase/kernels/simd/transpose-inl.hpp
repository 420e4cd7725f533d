// From structures in different places to rows of lanes.
#if defined(SAT3D_KERNELS_TRANSPOSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_TRANSPOSE_INL_HPP
#undef SAT3D_KERNELS_TRANSPOSE_INL_HPP
#else
#define SAT3D_KERNELS_TRANSPOSE_INL_HPP
#endif

#include "narrowphase/kernels/simd/simd-inl.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// A vector of 16-byte blocks: the first from the place of `lane`, the second from that of as many lanes on
/// as a block holds numbers, and so on.
template <class D, class Place>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const Place& place, std::size_t lane) {
    constexpr std::size_t kCount = hn::MaxLanes(D());
    if constexpr (kCount * sizeof(hn::TFromD<D>) <= 16) {
        return hn::LoadU(d, place(lane));
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadBlocks(half, place, lane + kCount / 2), loadBlocks(half, place, lane));
    }
}

/// Four floats from each of as many places as a vector has floats.
template <class D, class Place>
HWY_INLINE void transposeFours(D d, const Place& place, float* row0, float* row1, float* row2, float* row3) {
    const hn::RepartitionToWide<D> dPairs;
    const auto v0 = loadBlocks(d, place, 0), v1 = loadBlocks(d, place, 1), v2 = loadBlocks(d, place, 2),
               v3 = loadBlocks(d, place, 3);
    const auto pairs = [&](hn::Vec<D> v) HWY_ATTR { return hn::BitCast(dPairs, v); };
    const auto lower01 = pairs(hn::InterleaveLower(d, v0, v1)),
               upper01 = pairs(hn::InterleaveUpper(d, v0, v1));
    const auto lower23 = pairs(hn::InterleaveLower(d, v2, v3)),
               upper23 = pairs(hn::InterleaveUpper(d, v2, v3));
    hn::Store(hn::BitCast(d, hn::InterleaveLower(dPairs, lower01, lower23)), d, row0);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(dPairs, lower01, lower23)), d, row1);
    hn::Store(hn::BitCast(d, hn::InterleaveLower(dPairs, upper01, upper23)), d, row2);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(dPairs, upper01, upper23)), d, row3);
}

/// Three doubles from each of as many places as a vector has doubles.
template <class D, class Place>
HWY_INLINE void transposeThrees(D d, const Place& place, double* row0, double* row1, double* row2) {
    const auto fromSecond = [&](std::size_t lane) HWY_ATTR { return place(lane) + 1; };
    const auto xy0 = loadBlocks(d, place, 0), xy1 = loadBlocks(d, place, 1);
    const auto yz0 = loadBlocks(d, fromSecond, 0), yz1 = loadBlocks(d, fromSecond, 1);
    hn::Store(hn::InterleaveLower(d, xy0, xy1), d, row0);
    hn::Store(hn::InterleaveLower(d, yz0, yz1), d, row1);
    hn::Store(hn::InterleaveUpper(d, yz0, yz1), d, row2);
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
