// Edges that may still carry the minimum.
#if defined(SAT3D_KERNELS_OPEN_ARCS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_OPEN_ARCS_INL_HPP
#undef SAT3D_KERNELS_OPEN_ARCS_INL_HPP
#else
#define SAT3D_KERNELS_OPEN_ARCS_INL_HPP
#endif

#include "narrowphase/kernels/face_bounds-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Edges whose normals no witness has ruled out: a fixed list, filled again from `nextEdge` in the rare case
/// of more.
struct OpenArcs {
    static constexpr std::uint32_t kCapacity = 256;
    std::uint32_t edges[kCapacity];
    std::uint32_t count = 0;
    std::uint32_t nextEdge = 0;
};

/// The lower of the depths along both face normals of the edges first .. first + kLanes of a block, if the
/// other hull were the point alone.
HWY_INLINE FloatVector lowerDepths(const KernelHull::EdgeBlock& block, std::uint32_t first,
                                   const Broadcast3& point) {
    const FloatTag d;
    FloatVector depths[2];
    for (int side = 0; side < 2; ++side) {
        depths[side] = hn::Sub(hn::Load(d, block.offset[side] + first),
                               dot(hn::Load(d, block.x[side] + first), hn::Load(d, block.y[side] + first),
                                   hn::Load(d, block.z[side] + first), point));
    }
    return hn::Min(depths[0], depths[1]);
}

/// Finds the edges of a hull for which no single witness proves both faces. If one does, no normal on the arc
/// between them can beat the limit: with n = x n1 + y n2, x, y >= 0, x + y >= 1, the depth at n is at least
/// x depth1 + y depth2.
///
/// Two witnesses prove most edges, the ball in deep overlaps and the vertex that set the bound in shallow
/// ones; only what they leave is tried on the others.
class OpenArcFinder {
public:
    /// @param vertexWitness  the witness that was found with the limit.
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t vertexWitness)
        : hull_(hull), witnesses_(witnesses), vertexWitness_(vertexWitness) {}

    /// Fills the list; false when there is none left.
    HWY_INLINE bool next(OpenArcs& arcs) const {
        const auto edgeCount = static_cast<std::uint32_t>(hull_.edges.size());
        arcs.count = 0;
        while (arcs.nextEdge < edgeCount && arcs.count + kAtOnce <= OpenArcs::kCapacity) {
            for (std::uint64_t open = openAmong(arcs.nextEdge); open != 0; open &= open - 1) {
                const std::uint32_t edge = arcs.nextEdge + static_cast<std::uint32_t>(std::countr_zero(open));
                arcs.edges[arcs.count] = edge;
                arcs.count += provenByOne(edge) ? 0u : 1u;
            }
            arcs.nextEdge += kAtOnce;
        }
        return arcs.count != 0;
    }

private:
    static constexpr std::uint32_t kAtOnce = 64;  ///< edges, as bits of a number
    /// So many edges are tried one by one, on all witnesses in lanes; more are tried in lanes, on one
    /// witness.
    static constexpr int kFew = 8;

    /// Of the edges from the given one on, those that the first few witnesses leave open, one bit each.
    HWY_INLINE std::uint64_t openAmong(std::uint32_t firstEdge) const {
        std::uint64_t open = openTo(0, firstEdge);
        if (open != 0) {
            open &= openTo(vertexWitness_, firstEdge);
        }
        for (std::uint32_t k = witnesses_.count - 1; k > 0 && std::popcount(open) > kFew; --k) {
            open &= openTo(k, firstEdge);
        }
        return open;
    }

    HWY_INLINE std::uint64_t openTo(std::uint32_t witness, std::uint32_t firstEdge) const {
        const FloatTag d;
        const Broadcast3 point = witnesses_.broadcastOf(witness);
        const FloatVector proof = hn::Set(d, witnesses_.proof[witness]);
        const auto blocks = hull_.edgeBlocks.subspan(firstEdge / KernelHull::kBlock);
        std::uint64_t open = 0;
        for (std::uint32_t i = 0; i < std::min<std::size_t>(kAtOnce / KernelHull::kBlock, blocks.size());
             ++i) {
            for (std::uint32_t k = 0; k < KernelHull::kBlock; k += kLanes) {
                open |= std::uint64_t{toBits(hn::Lt(lowerDepths(blocks[i], k, point), proof))}
                        << (i * KernelHull::kBlock + k);
            }
        }
        return open;
    }

    /// Whether any of the witnesses proves both faces of the edge: as many witnesses at a time as there are
    /// lanes.
    HWY_INLINE bool provenByOne(std::uint32_t edge) const {
        FloatMask proven = provenBy(0, hull_.edges[edge]);
        for (std::uint32_t k = kLanes; k < witnesses_.count; k += kLanes) {
            proven = hn::Or(proven, provenBy(k, hull_.edges[edge]));
        }
        return !hn::AllFalse(FloatTag(), proven);
    }

    HWY_INLINE FloatMask provenBy(std::uint32_t firstWitness, const KernelHull::Edge& edge) const {
        const FloatTag d;
        const FloatVector x = hn::Load(d, witnesses_.x + firstWitness),
                          y = hn::Load(d, witnesses_.y + firstWitness),
                          z = hn::Load(d, witnesses_.z + firstWitness);
        FloatVector depths[2];
        for (int side = 0; side < 2; ++side) {
            const Broadcast3 normal{hn::Set(d, edge.x[side]), hn::Set(d, edge.y[side]),
                                    hn::Set(d, edge.z[side])};
            depths[side] = hn::Sub(hn::Set(d, edge.offset[side]), dot(x, y, z, normal));
        }
        return hn::Ge(hn::Min(depths[0], depths[1]), hn::Load(d, witnesses_.proof + firstWitness));
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    std::uint32_t vertexWitness_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
