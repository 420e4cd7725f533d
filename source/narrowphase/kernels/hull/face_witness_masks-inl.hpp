// The witnesses that prove each face of a small hull.
#if defined(SAT3D_KERNELS_FACE_WITNESS_MASKS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_FACE_WITNESS_MASKS_INL_HPP
#undef SAT3D_KERNELS_FACE_WITNESS_MASKS_INL_HPP
#else
#define SAT3D_KERNELS_FACE_WITNESS_MASKS_INL_HPP
#endif

#include "narrowphase/kernels/hull/face_bounds-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// For each face of a small hull, a byte with one bit for each of eight witnesses: set if the witness proves
/// the face.
class FaceWitnessMasks {
public:
    /// @param first          the first of up to eight witnesses
    /// @param limit, rounding see Witnesses::proofDepth
    HWY_INLINE FaceWitnessMasks(const FaceBounds<SizeClass::Small>& bounds, const Witnesses& witnesses,
                                std::uint32_t first, float limit, float rounding) {
        const IntTag di;
        IntVector proofs[kVectors];
        for (IntVector& bits : proofs) {
            bits = hn::Zero(di);
        }
        const std::uint32_t end = std::min(first + kWitnesses, witnesses.count);
        for (std::uint32_t k = first; k < end; ++k) {
            const FloatVector proof = hn::Set(FloatTag(), witnesses.proofDepth(k, limit, rounding));
            const IntVector bit = hn::Set(di, std::int32_t{1} << (k - first));
            for (std::uint32_t i = 0; i < kVectors; ++i) {
                const auto proven = hn::RebindMask(di, bounds.provenBy(k, proof, i));
                proofs[i] = hn::Or(proofs[i], hn::IfThenElseZero(proven, bit));
            }
        }
        for (std::uint32_t i = 0; i < kTables; ++i) {
            tables_[i] = narrowToBytes(di, proofs + i * (kVectors / kTables), Tag());
        }
    }

    /// The edges of a block for which no witness proves both faces, one bit each.
    /// @param count  the number of edges to look at
    HWY_INLINE std::uint64_t unprovenAmong(const KernelHull::EdgeFaces& edges, std::uint32_t count) const {
        const Tag d;
        std::uint64_t unproven = 0;
        for (std::uint32_t i = 0; i < count; i += static_cast<std::uint32_t>(hn::MaxLanes(d))) {
            const auto proven = hn::And(of(edges.faces[0] + i), of(edges.faces[1] + i));
            unproven |= std::uint64_t{toBits(d, hn::Eq(proven, hn::Zero(d)))} << i;
        }
        return unproven;
    }

    static constexpr std::uint32_t kWitnesses = 8;

private:
    using Tag = hn::FixedTag<std::uint8_t, 16>;
    using Bytes = hn::Vec<Tag>;
    static constexpr std::uint32_t kTables = KernelHull::kSmall / 16;

    /// The bytes of 16 faces. The lookup in each table gives 0 for faces of the other table.
    HWY_INLINE Bytes of(const std::uint8_t* faces) const {
        static_assert(kTables == 2);
        const hn::FixedTag<std::int8_t, 16> d;
        const auto numbers = hn::BitCast(d, hn::Load(Tag(), faces));
        const auto beyond = hn::VecFromMask(d, hn::Gt(numbers, hn::Set(d, 15)));
        const auto inFirst = hn::BitCast(Tag(), hn::Or(numbers, beyond));
        const auto inSecond = hn::BitCast(Tag(), hn::Sub(numbers, hn::Set(d, 16)));
        return hn::Or(hn::TableLookupBytesOr0(tables_[0], inFirst),
                      hn::TableLookupBytesOr0(tables_[1], inSecond));
    }

    Bytes tables_[kTables];
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
