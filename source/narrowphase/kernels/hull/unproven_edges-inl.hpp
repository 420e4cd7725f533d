// Edges that may still carry the minimum.
#if defined(SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#undef SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#else
#define SAT3D_KERNELS_UNPROVEN_EDGES_INL_HPP
#endif

#include "narrowphase/kernels/hull/face_bitset-inl.hpp"
#include "narrowphase/kernels/hull/face_witness_masks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Edges whose normals no witness has ruled out: a fixed list, filled again from `nextEdge` in the rare case
/// of more.
struct OpenArcs {
    static constexpr std::uint32_t kCapacity = 256;
    static constexpr std::uint32_t kAtOnce = KernelHull::EdgeFaces::kCount;  ///< edges, as bits of a number
    std::uint32_t edges[kCapacity];
    std::uint32_t count = 0;
    std::uint32_t nextEdge = 0;

    /// Fills the list; false when there is none left.
    template <class Finder>
    HWY_INLINE bool fill(Finder& finder) {
        const std::uint32_t edgeCount = finder.edgeCount();
        count = 0;
        while (nextEdge < edgeCount && count + kAtOnce <= kCapacity) {
            for (std::uint64_t open = finder.openFrom(nextEdge); open != 0; open &= open - 1) {
                const std::uint32_t edge = nextEdge + static_cast<std::uint32_t>(std::countr_zero(open));
                edges[count] = edge;
                count += finder.isOpen(edge) ? 1u : 0u;
            }
            nextEdge += kAtOnce;
        }
        return count != 0;
    }
};

HWY_INLINE std::uint64_t firstBits(std::uint32_t count) {
    return ~std::uint64_t{0} >> (OpenArcs::kAtOnce - count);
}

/// Finds the edges of a hull for which no single witness proves both faces. If one does, no normal on the arc
/// between them can beat the limit: with n = x n1 + y n2, x, y >= 0, x + y >= 1, the depth at n is at least
/// x depth1 + y depth2. For small hulls: what each witness says of each face is known already.
template <SizeClass kSize>
class OpenArcFinder {
public:
    /// @param limit, rounding  see Witnesses::proofDepth
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const FaceBounds<kSize>& faces,
                             const Witnesses& witnesses, std::uint32_t /*vertexWitness*/, float limit,
                             float rounding)
        : hull_(hull), faces_(faces), witnesses_(witnesses), limit_(limit), rounding_(rounding) {}

    HWY_INLINE std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(hull_.edges.size()); }

    /// The open ones of the next edges, one bit each.
    HWY_INLINE std::uint64_t openFrom(std::uint32_t firstEdge) const {
        const std::uint32_t count = std::min(edgeCount() - firstEdge, OpenArcs::kAtOnce);
        std::uint64_t open = firstBits(count);
        for (std::uint32_t first = 0; first < witnesses_.count; first += FaceProofs::kWitnesses) {
            const FaceProofs proofs(faces_, witnesses_, first, limit_, rounding_);
            open &= proofs.openAmong(hull_.edgeFaces[firstEdge / OpenArcs::kAtOnce], count);
        }
        return open;
    }

    HWY_INLINE bool isOpen(std::uint32_t /*edge*/) const { return true; }

private:
    const KernelHull& hull_;
    const FaceBounds<kSize>& faces_;
    const Witnesses& witnesses_;
    float limit_, rounding_;
};

/// The lower of the depths along both face normals of the edges first .. first + kWideLanes of a block, if
/// the other hull were the point alone.
HWY_INLINE WideVector lowerDepths(const KernelHull::EdgeBlock& block, std::uint32_t first,
                                  const Broadcast3<WideTag>& point) {
    const WideTag d;
    WideVector depths[2];
    for (int side = 0; side < 2; ++side) {
        depths[side] = hn::Sub(hn::Load(d, block.offset[side] + first),
                               dot(hn::Load(d, block.x[side] + first), hn::Load(d, block.y[side] + first),
                                   hn::Load(d, block.z[side] + first), point));
    }
    return hn::Min(depths[0], depths[1]);
}

/// Two witnesses prove most edges, the ball in deep overlaps and the vertex that set the bound in shallow
/// ones; only what they leave is tried on the others.
template <>
class OpenArcFinder<SizeClass::Any> {
public:
    /// @param vertexWitness  the witness that was found with the limit
    /// @param limit, rounding  see Witnesses::proofDepth
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const FaceBounds<SizeClass::Any>& /*faces*/,
                             Witnesses& witnesses, std::uint32_t vertexWitness, float limit, float rounding)
        : hull_(hull), witnesses_(witnesses), vertexWitness_(vertexWitness) {
        witnesses.setProofDepths(limit, rounding);
    }

    HWY_INLINE std::uint32_t edgeCount() const { return static_cast<std::uint32_t>(hull_.edges.size()); }

    /// Of the next edges those that the first few witnesses leave open, one bit each.
    HWY_INLINE std::uint64_t openFrom(std::uint32_t firstEdge) {
        if (hull_.edgeFaces.empty()) {
            return openToAll([&](std::uint32_t witness)
                                 HWY_ATTR { return openByPlanes(witness, firstEdge); });
        }
        return firstBits(std::min(edgeCount() - firstEdge, OpenArcs::kAtOnce)) &
               openToAll([&](std::uint32_t witness) HWY_ATTR { return openByFaces(witness, firstEdge); });
    }

    /// Whether none of the witnesses proves both faces of the edge: as many witnesses at a time as there are
    /// lanes.
    HWY_INLINE bool isOpen(std::uint32_t edge) const {
        WideMask proven = provenBy(0, hull_.edges[edge]);
        for (std::uint32_t k = kWideLanes; k < witnesses_.count; k += kWideLanes) {
            proven = hn::Or(proven, provenBy(k, hull_.edges[edge]));
        }
        return hn::AllFalse(WideTag(), proven);
    }

private:
    /// So many edges are tried one by one, on all witnesses in lanes; more are tried in lanes, on one
    /// witness.
    static constexpr int kFew = 8;

    /// @param openTo  the edges that a witness leaves open
    template <class OpenTo>
    HWY_INLINE std::uint64_t openToAll(const OpenTo& openTo) const {
        std::uint64_t open = openTo(0);
        if (open != 0) {
            open &= openTo(vertexWitness_);
        }
        for (std::uint32_t k = witnesses_.count - 1; k > 0 && std::popcount(open) > kFew; --k) {
            open &= openTo(k);
        }
        return open;
    }

    HWY_INLINE std::uint64_t openByFaces(std::uint32_t witness, std::uint32_t firstEdge) {
        FaceBits& faces = faces_[witness];
        if ((known_ >> witness & 1) == 0) {
            known_ |= 1u << witness;
            faces.find(hull_, witnesses_.broadcastOf(witness, WideTag()), witnesses_.proof[witness]);
        }
        return faces.openAmong(hull_, hull_.edgeFaces[firstEdge / OpenArcs::kAtOnce]);
    }

    HWY_INLINE std::uint64_t openByPlanes(std::uint32_t witness, std::uint32_t firstEdge) const {
        const WideTag d;
        const Broadcast3 point = witnesses_.broadcastOf(witness, d);
        const WideVector proof = hn::Set(d, witnesses_.proof[witness]);
        const auto blocks = hull_.edgeBlocks.subspan(firstEdge / KernelHull::kBlock);
        std::uint64_t open = 0;
        for (std::uint32_t i = 0;
             i < std::min<std::size_t>(OpenArcs::kAtOnce / KernelHull::kBlock, blocks.size()); ++i) {
            for (std::uint32_t k = 0; k < KernelHull::kBlock; k += kWideLanes) {
                open |= std::uint64_t{toBits(d, hn::Lt(lowerDepths(blocks[i], k, point), proof))}
                        << (i * KernelHull::kBlock + k);
            }
        }
        return open;
    }

    HWY_INLINE WideMask provenBy(std::uint32_t firstWitness, const KernelHull::Edge& edge) const {
        const WideTag d;
        const WideVector x = hn::Load(d, witnesses_.x + firstWitness),
                         y = hn::Load(d, witnesses_.y + firstWitness),
                         z = hn::Load(d, witnesses_.z + firstWitness);
        WideVector depths[2];
        for (int side = 0; side < 2; ++side) {
            const Broadcast3<WideTag> normal{hn::Set(d, edge.x[side]), hn::Set(d, edge.y[side]),
                                             hn::Set(d, edge.z[side])};
            depths[side] = hn::Sub(hn::Set(d, edge.offset[side]), dot(x, y, z, normal));
        }
        return hn::Ge(hn::Min(depths[0], depths[1]), hn::Load(d, witnesses_.proof + firstWitness));
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    std::uint32_t vertexWitness_;
    std::uint32_t known_ = 0;  ///< of which witnesses there are bits of faces: a bit each
    FaceBits faces_[Witnesses::kCapacity];
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
