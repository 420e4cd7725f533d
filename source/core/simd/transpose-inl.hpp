// Transposes an array of structures to a structure of arrays.
#if defined(SAT3D_CORE_TRANSPOSE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_CORE_TRANSPOSE_INL_HPP
#undef SAT3D_CORE_TRANSPOSE_INL_HPP
#else
#define SAT3D_CORE_TRANSPOSE_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Loads a vector in blocks of 16 bytes. With n numbers in a block, block k is loaded from address(lane + n *
/// k).
template <class D, class Address>
HWY_INLINE hn::Vec<D> loadBlocks(D d, const Address& address, std::size_t lane) {
    constexpr std::size_t kCount = hn::MaxLanes(D());
    if constexpr (kCount * sizeof(hn::TFromD<D>) <= 16) {
        return hn::LoadU(d, address(lane));
    } else {
        const hn::Half<D> half;
        return hn::Combine(d, loadBlocks(half, address, lane + kCount / 2), loadBlocks(half, address, lane));
    }
}

/// Transposes blocks of four by four floats.
template <class D>
HWY_INLINE void transposeBlocks(D d, hn::Vec<D> v0, hn::Vec<D> v1, hn::Vec<D> v2, hn::Vec<D> v3,
                                hn::Vec<D> (&rows)[4]) {
    const hn::RepartitionToWide<D> dPairs;
    const auto pairs = [&](hn::Vec<D> v) HWY_ATTR { return hn::BitCast(dPairs, v); };
    const auto lower01 = pairs(hn::InterleaveLower(d, v0, v1)),
               upper01 = pairs(hn::InterleaveUpper(d, v0, v1));
    const auto lower23 = pairs(hn::InterleaveLower(d, v2, v3)),
               upper23 = pairs(hn::InterleaveUpper(d, v2, v3));
    rows[0] = hn::BitCast(d, hn::InterleaveLower(dPairs, lower01, lower23));
    rows[1] = hn::BitCast(d, hn::InterleaveUpper(dPairs, lower01, lower23));
    rows[2] = hn::BitCast(d, hn::InterleaveLower(dPairs, upper01, upper23));
    rows[3] = hn::BitCast(d, hn::InterleaveUpper(dPairs, upper01, upper23));
}

/// Reads four floats at the address of each lane: the k-th floats of all lanes become row k.
template <class D, class Address>
HWY_INLINE void transposeFours(D d, const Address& address, hn::Vec<D> (&rows)[4]) {
    transposeBlocks(d, loadBlocks(d, address, 0), loadBlocks(d, address, 1), loadBlocks(d, address, 2),
                    loadBlocks(d, address, 3), rows);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
