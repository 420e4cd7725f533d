// The set of faces that one witness proves.
#if defined(SAT3D_KERNELS_FACE_BITSET_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_FACE_BITSET_INL_HPP
#undef SAT3D_KERNELS_FACE_BITSET_INL_HPP
#else
#define SAT3D_KERNELS_FACE_BITSET_INL_HPP
#endif

#include "narrowphase/kernels/hull/face_bounds-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// A set of faces for hulls of up to 256 faces, with one bit per face. Faces 0 .. 127 are in the first half:
/// face f has bit f / 16 of byte f % 16. The other faces are in the second half.
class FaceBitset {
public:
    /// Finds the faces that a witness proves.
    /// @param proof  a face is proven if the depth of the witness along its normal is at least this
    HWY_INLINE void find(const KernelHull& hull, const Vector3<WideTag>& witness, float proof) {
        const WideTag d;
        const WideIntTag di;
        const WideVector least = hn::Set(d, proof);
        constexpr std::uint32_t kVectorsInBlock = KernelHull::kBlock / kWideLanes;
        for (std::uint32_t half = 0; half * kFacesInHalf < hull.faceCount; ++half) {
            WideIntVector bits[kVectorsInBlock];
            for (WideIntVector& vector : bits) {
                vector = hn::Zero(di);
            }
            constexpr std::size_t kBlocksInHalf = kFacesInHalf / KernelHull::kBlock;
            const std::size_t first = half * kBlocksInHalf,
                              end = std::min(first + kBlocksInHalf, hull.faces.size());
            WideIntVector bit = hn::Set(di, 1);
            for (std::size_t block = first; block < end; ++block) {
                for (std::uint32_t i = 0; i < kVectorsInBlock; ++i) {
                    const auto proven =
                        hn::Ge(depthsAgainst(hull.faces[block], i * kWideLanes, witness), least);
                    bits[i] = hn::Or(bits[i], hn::IfThenElseZero(hn::RebindMask(di, proven), bit));
                }
                bit = hn::ShiftLeft<1>(bit);
            }
            hn::Store(narrowToBytes(di, bits, BlockTag()), BlockTag(), halves_[half]);
        }
    }

    /// Bit mask of the edges of a block that have a face outside the set.
    HWY_INLINE std::uint64_t unprovenAmong(const KernelHull& hull, const KernelHull::EdgeFaces& edges) const {
        const Tag d;
        const auto lower = hn::LoadDup128(d, halves_[0]);
        if (hull.faceCount <= kFacesInHalf) {
            return unprovenAmong(edges, [&](Bytes indices, Bytes /*faces*/)
                                            HWY_ATTR { return hn::TableLookupBytes(lower, indices); });
        }
        const auto upper = hn::LoadDup128(d, halves_[1]);
        return unprovenAmong(edges, [&](Bytes indices, Bytes faces) HWY_ATTR {
            const auto inUpper = hn::TestBit(faces, hn::Set(d, std::uint8_t{kFacesInHalf}));
            return hn::IfThenElse(inUpper, hn::TableLookupBytes(upper, indices),
                                  hn::TableLookupBytes(lower, indices));
        });
    }

private:
    static constexpr std::uint32_t kFacesInHalf = 8 * KernelHull::kBlock;
    static_assert(KernelHull::kMaxFacesInBytes == 2 * kFacesInHalf);
    using BlockTag = hn::FixedTag<std::uint8_t, KernelHull::kBlock>;
    using Tag = hn::CappedTag<std::uint8_t, KernelHull::EdgeFaces::kCount>;
    using Bytes = hn::Vec<Tag>;

    /// The edges with a face that is not in the set, one bit each.
    /// @param lookUp  lookUp(indices, faces): returns, in each lane i, byte indices[i] of the half that
    /// contains faces[i]
    template <class LookUp>
    HWY_INLINE static std::uint64_t unprovenAmong(const KernelHull::EdgeFaces& edges, const LookUp& lookUp) {
        const Tag d;
        alignas(16) static constexpr std::uint8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                               1, 2, 4, 8, 16, 32, 64, 128};
        const auto bits = hn::LoadDup128(d, kBits);
        const auto areProven = [&](const std::uint8_t* numbers) HWY_ATTR {
            const Bytes faces = hn::Load(d, numbers);
            return hn::TestBit(lookUp(hn::And(faces, hn::Set(d, std::uint8_t{15})), faces),
                               hn::TableLookupBytes(bits, hn::ShiftRight<4>(faces)));
        };
        std::uint64_t unproven = 0;
        for (std::size_t i = 0; i < KernelHull::EdgeFaces::kCount; i += hn::MaxLanes(d)) {
            const auto proven = hn::And(areProven(edges.faces[0] + i), areProven(edges.faces[1] + i));
            unproven |= toBits64(d, hn::Not(proven)) << i;
        }
        return unproven;
    }

    alignas(16) std::uint8_t halves_[2][KernelHull::kBlock];
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
