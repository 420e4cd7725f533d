// The edges that no witness proves: only their normals may give a smaller depth.
#if defined(SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#undef SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#else
#define SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#endif

#include "narrowphase/kernels/hull/face_bounds-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

/// A list of unproven edges, of fixed capacity. In the rare case of more edges, it is filled again, from
/// `nextEdge` on.
struct UnprovenEdges {
    static constexpr std::uint32_t kCapacity = 256;
    static constexpr std::uint32_t kAtOnce = KernelHull::EdgeFaces::kCount;  ///< edges per step, one bit each
    std::uint32_t edges[kCapacity];
    std::uint32_t count = 0;
    std::uint32_t nextEdge = 0;

    /// Fills the list with the next unproven edges; returns false if there are none.
    template <class Finder>
    HWY_INLINE bool fill(Finder& finder) {
        const std::uint32_t edgeCount = finder.edgeCount();
        count = 0;
        while (nextEdge < edgeCount && count + kAtOnce <= kCapacity) {
            for (std::uint64_t bits = finder.unprovenFrom(nextEdge); bits != 0; bits &= bits - 1) {
                const std::uint32_t edge = nextEdge + static_cast<std::uint32_t>(std::countr_zero(bits));
                edges[count] = edge;
                count += finder.isUnproven(edge) ? 1u : 0u;
            }
            nextEdge += kAtOnce;
        }
        return count != 0;
    }
};

HWY_INLINE std::uint64_t firstBits(std::uint32_t count) {
    return ~std::uint64_t{0} >> (UnprovenEdges::kAtOnce - count);
}

/// Finds the edges of a hull for which no single witness proves both faces. If a witness proves both, no
/// normal n on the arc between the face normals has a depth below the limit: n = x n1 + y n2 with x, y >= 0
/// and x + y >= 1, so the depth along n is at least x depth1 + y depth2. For small hulls, FaceBounds has the
/// depths of all witnesses along all faces.
template <SizeClass kSize>
class UnprovenEdgeFinder {
public:
    /// @param limit, rounding  see Witnesses::proofDepth
    HWY_INLINE UnprovenEdgeFinder(const KernelHull& hull, const FaceBounds<kSize>& faces,
                                  const Witnesses& witnesses, std::uint32_t /*vertexWitness*/, float limit,
                                  float rounding)
        : hull_(hull), faces_(faces), witnesses_(witnesses), limit_(limit), rounding_(rounding) {}

    HWY_INLINE std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(hull_.edges.size()); }

    /// The unproven edges among the next ones, one bit each.
    HWY_INLINE std::uint64_t unprovenFrom(std::uint32_t firstEdge) const {
        const std::uint32_t count = std::min(edgeCount() - firstEdge, UnprovenEdges::kAtOnce);
        std::uint64_t unproven = firstBits(count);
        for (std::uint32_t first = 0; first < witnesses_.count; first += FaceWitnessMasks::kWitnesses) {
            const FaceWitnessMasks proofs(faces_, witnesses_, first, limit_, rounding_);
            unproven &= proofs.unprovenAmong(hull_.edgeFaces[firstEdge / UnprovenEdges::kAtOnce], count);
        }
        return unproven;
    }

    HWY_INLINE bool isUnproven(std::uint32_t /*edge*/) const { return true; }

private:
    const KernelHull& hull_;
    const FaceBounds<kSize>& faces_;
    const Witnesses& witnesses_;
    float limit_, rounding_;
};

/// The depth of a point at each edge of a block from `first` on, one edge per lane. It is the lower of the
/// depths along the normals of the edge's two faces.
HWY_INLINE WideVector lowerDepths(const KernelHull::EdgeBlock& block, std::uint32_t first,
                                  const Vector3<WideTag>& point) {
    const WideTag d;
    WideVector depths[2];
    for (int side = 0; side < 2; ++side) {
        depths[side] = hn::Sub(hn::Load(d, block.offset[side] + first),
                               dot(hn::Load(d, block.x[side] + first), hn::Load(d, block.y[side] + first),
                                   hn::Load(d, block.z[side] + first), point));
    }
    return hn::Min(depths[0], depths[1]);
}

/// The version for hulls of any size. Two witnesses prove most edges: the ball in deep overlaps, and the
/// vertex that set the limit in shallow ones. Other witnesses are only tried on the remaining edges.
template <>
class UnprovenEdgeFinder<SizeClass::Any> {
public:
    /// @param vertexWitness  the witness that was found with the limit
    /// @param limit, rounding  see Witnesses::proofDepth
    HWY_INLINE UnprovenEdgeFinder(const KernelHull& hull, const FaceBounds<SizeClass::Any>& /*faces*/,
                                  Witnesses& witnesses, std::uint32_t vertexWitness, float limit,
                                  float rounding)
        : hull_(hull), witnesses_(witnesses), vertexWitness_(vertexWitness) {
        witnesses.setProofDepths(limit, rounding);
    }

    HWY_INLINE std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(hull_.edges.size()); }

    /// Bit mask of those of the next edges that the first few witnesses do not prove.
    HWY_INLINE std::uint64_t unprovenFrom(std::uint32_t firstEdge) {
        if (hull_.edgeFaces.empty()) {
            return unprovenByAll([&](std::uint32_t witness)
                                     HWY_ATTR { return unprovenByPlanes(witness, firstEdge); });
        }
        return firstBits(std::min(edgeCount() - firstEdge, UnprovenEdges::kAtOnce)) &
               unprovenByAll([&](std::uint32_t witness)
                                 HWY_ATTR { return unprovenByFaces(witness, firstEdge); });
    }

    /// Whether no witness proves both faces of the edge. Compares as many witnesses at a time as a vector has
    /// lanes.
    HWY_INLINE bool isUnproven(std::uint32_t edge) const {
        WideMask proven = provenBy(0, hull_.edges[edge]);
        for (std::uint32_t k = kWideLanes; k < witnesses_.count; k += kWideLanes) {
            proven = hn::Or(proven, provenBy(k, hull_.edges[edge]));
        }
        return hn::AllFalse(WideTag(), proven);
    }

private:
    /// Up to this many edges are tested one at a time, with a witness per lane; more edges are tested with an
    /// edge per lane.
    static constexpr int kFew = 8;

    /// Tests witnesses until few edges are left.
    /// @param unprovenBy  unprovenBy(witness): the edges that the witness does not prove
    template <class UnprovenBy>
    HWY_INLINE std::uint64_t unprovenByAll(const UnprovenBy& unprovenBy) const {
        std::uint64_t unproven = unprovenBy(0);
        if (unproven != 0) {
            unproven &= unprovenBy(vertexWitness_);
        }
        for (std::uint32_t k = witnesses_.count - 1; k > 0 && std::popcount(unproven) > kFew; --k) {
            unproven &= unprovenBy(k);
        }
        return unproven;
    }

    HWY_INLINE std::uint64_t unprovenByFaces(std::uint32_t witness, std::uint32_t firstEdge) {
        FaceBitset& faces = faces_[witness];
        if ((known_ >> witness & 1) == 0) {
            known_ |= 1u << witness;
            faces.find(hull_, witnesses_.broadcastOf(witness, WideTag()), witnesses_.proof[witness]);
        }
        return faces.unprovenAmong(hull_, hull_.edgeFaces[firstEdge / UnprovenEdges::kAtOnce]);
    }

    HWY_INLINE std::uint64_t unprovenByPlanes(std::uint32_t witness, std::uint32_t firstEdge) const {
        const WideTag d;
        const Vector3 point = witnesses_.broadcastOf(witness, d);
        const WideVector proof = hn::Set(d, witnesses_.proof[witness]);
        const auto blocks = hull_.edgeBlocks.subspan(firstEdge / KernelHull::kBlock);
        std::uint64_t unproven = 0;
        for (std::uint32_t i = 0;
             i < std::min<std::size_t>(UnprovenEdges::kAtOnce / KernelHull::kBlock, blocks.size()); ++i) {
            for (std::uint32_t k = 0; k < KernelHull::kBlock; k += kWideLanes) {
                unproven |= std::uint64_t{toBits(d, hn::Lt(lowerDepths(blocks[i], k, point), proof))}
                            << (i * KernelHull::kBlock + k);
            }
        }
        return unproven;
    }

    HWY_INLINE WideMask provenBy(std::uint32_t firstWitness, const KernelHull::Edge& edge) const {
        const WideTag d;
        const WideVector x = hn::Load(d, witnesses_.x + firstWitness),
                         y = hn::Load(d, witnesses_.y + firstWitness),
                         z = hn::Load(d, witnesses_.z + firstWitness);
        WideVector depths[2];
        for (int side = 0; side < 2; ++side) {
            const Vector3<WideTag> normal{hn::Set(d, edge.x[side]), hn::Set(d, edge.y[side]),
                                          hn::Set(d, edge.z[side])};
            depths[side] = hn::Sub(hn::Set(d, edge.offset[side]), dot(x, y, z, normal));
        }
        return hn::Ge(hn::Min(depths[0], depths[1]), hn::Load(d, witnesses_.proof + firstWitness));
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    std::uint32_t vertexWitness_;
    std::uint32_t known_ = 0;  ///< bit k: faces_[k] has been computed
    FaceBitset faces_[Witnesses::kCapacity];
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
