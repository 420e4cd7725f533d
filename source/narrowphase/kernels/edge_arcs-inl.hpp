// Edges that may still carry the minimum, and the test of such edges of one hull against those of the other.
#if defined(SAT3D_KERNELS_EDGE_ARCS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_EDGE_ARCS_INL_HPP
#undef SAT3D_KERNELS_EDGE_ARCS_INL_HPP
#else
#define SAT3D_KERNELS_EDGE_ARCS_INL_HPP
#endif

#include "narrowphase/kernels/face_bounds-inl.hpp"

#include <cmath>

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

/// The witnesses that prove the faces i .. i + kLanes, one bit each.
HWY_INLINE hn::Vec<hn::RebindToUnsigned<FloatTag>> proofsOf(const KernelHull& hull, std::uint32_t i,
                                                            const Witnesses& witnesses) {
    const FloatTag d;
    const hn::RebindToUnsigned<FloatTag> du;
    auto proofs = hn::Zero(du);
    for (std::uint32_t k = 0; k < witnesses.count; ++k) {
        const FloatVector depths = depthsAgainst(hull, i, broadcast(witnesses.point(k)));
        const auto proven = hn::RebindMask(du, hn::Ge(depths, hn::Set(d, witnesses.proof[k])));
        proofs = hn::Or(proofs, hn::IfThenElseZero(proven, hn::Set(du, 1u << k)));
    }
    return proofs;
}

/// The edges first .. first + kLanes and before `end` whose faces share no proof, one bit each.
HWY_INLINE std::uint32_t unprovenAmong(const KernelHull& hull, const std::uint32_t* proofs,
                                       std::uint32_t first, std::uint32_t end) {
    const IntTag di;
    const auto* const signedProofs = reinterpret_cast<const std::int32_t*>(proofs);
    const auto left = hn::GatherIndex(di, signedProofs, hn::Load(di, hull.edgeLeft + first));
    const auto right = hn::GatherIndex(di, signedProofs, hn::Load(di, hull.edgeRight + first));
    const std::uint32_t open = toBits(hn::RebindMask(FloatTag(), hn::Eq(hn::And(left, right), hn::Zero(di))));
    return end - first < kLanes ? open & ((1u << (end - first)) - 1u) : open;
}

/// Finds the edges of a hull for which no single witness proves both faces. If one does, no normal on the arc
/// between them can beat the limit: with n = x n1 + y n2, x, y >= 0, x + y >= 1, the depth at n is at least
/// x depth1 + y depth2. Small hulls: all witnesses for all faces, then all edges.
template <SizeClass kSize>
class OpenArcFinder {
public:
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const Witnesses& witnesses,
                             std::uint32_t /*vertexWitness*/)
        : hull_(hull), witnesses_(witnesses) {}

    /// Whether every face by itself is proven, be it by different witnesses.
    HWY_INLINE bool provesFaces() {
        const hn::RebindToUnsigned<FloatTag> du;
        prepare();
        auto fewest = hn::Load(du, proofs_);
        for (std::uint32_t i = kLanes; i < KernelHull::kSmall; i += kLanes) {
            fewest = hn::Min(fewest, hn::Load(du, proofs_ + i));
        }
        return hn::AllFalse(du, hn::Eq(fewest, hn::Zero(du)));
    }

    /// Fills the list; false when there is none left. Small hulls have fewer edges than the list has room.
    HWY_INLINE bool next(OpenArcs& arcs) {
        arcs.count = 0;
        if (arcs.nextEdge != 0) {
            return false;
        }
        prepare();
        const auto edgeCount = static_cast<std::uint32_t>(hull_.edges.size());
        for (; arcs.nextEdge < edgeCount; arcs.nextEdge += kLanes) {
            std::uint32_t open = unprovenAmong(hull_, proofs_, arcs.nextEdge, edgeCount);
            for (; open != 0; open &= open - 1) {
                arcs.edges[arcs.count++] = arcs.nextEdge + static_cast<std::uint32_t>(std::countr_zero(open));
            }
        }
        return arcs.count != 0;
    }

private:
    HWY_INLINE void prepare() {
        const hn::RebindToUnsigned<FloatTag> du;
        for (std::uint32_t i = 0; !prepared_ && i < KernelHull::kSmall; i += kLanes) {
            hn::Store(proofsOf(hull_, i, witnesses_), du, proofs_ + i);
        }
        prepared_ = true;
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    bool prepared_ = false;
    alignas(64) std::uint32_t proofs_[KernelHull::kSmall];
};

/// For hulls of any size: two witnesses prove most faces, the ball in deep overlaps and the vertex that set
/// the bound in shallow ones. Blocks of edges whose faces one of the two proves are passed over, then single
/// edges, and only those left are tried on all witnesses.
template <>
class OpenArcFinder<SizeClass::Any> {
public:
    /// @param vertexWitness  the witness that was found with the limit.
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t vertexWitness)
        : hull_(hull), witnesses_(witnesses), vertexWitness_(vertexWitness) {}

    /// Whether every face by itself is proven, be it by different witnesses.
    HWY_INLINE bool provesFaces() {
        start();
        if ((unprovenByBall_ & unprovenByVertex_) == 0) {
            return true;
        }
        const FloatTag d;
        for (std::uint32_t i = 0; i < hull_.paddedFaceCount; i += kLanes) {
            const std::uint64_t block = blockBit(i);
            if ((block & unprovenByBall_ & unprovenByVertex_) == 0) {
                continue;
            }
            FloatMask proven =
                hn::Ge(depthsAgainst(hull_, i, witnesses_.broadcastOf(0)), hn::Set(d, witnesses_.proof[0]));
            for (std::uint32_t k = 1; k < witnesses_.count; ++k) {
                proven = hn::Or(proven, hn::Ge(depthsAgainst(hull_, i, witnesses_.broadcastOf(k)),
                                               hn::Set(d, witnesses_.proof[k])));
            }
            if (!hn::AllTrue(d, proven)) {
                return false;
            }
        }
        return true;
    }

    /// Fills the list; false when there is none left.
    HWY_INLINE bool next(OpenArcs& arcs) {
        arcs.count = 0;
        start();
        if (unprovenByBall_ == 0 || unprovenByVertex_ == 0) {
            return false;
        }
        const auto edgeCount = static_cast<std::uint32_t>(hull_.edges.size());
        for (; arcs.nextEdge < edgeCount && arcs.count + KernelHull::kBlock <= OpenArcs::kCapacity;
             arcs.nextEdge += KernelHull::kBlock) {
            const std::uint64_t faces = hull_.edgeBlockFaces[arcs.nextEdge / KernelHull::kBlock];
            if ((faces & unprovenByBall_) == 0 || (faces & unprovenByVertex_) == 0) {
                continue;
            }
            prepare(faces);
            const std::uint32_t end = std::min(arcs.nextEdge + KernelHull::kBlock, edgeCount);
            for (std::uint32_t i = arcs.nextEdge; i < end; i += kLanes) {
                for (std::uint32_t open = openAmong(i, end); open != 0; open &= open - 1) {
                    const std::uint32_t edge = i + static_cast<std::uint32_t>(std::countr_zero(open));
                    arcs.edges[arcs.count] = edge;
                    arcs.count += provenByOne(edge) ? 0u : 1u;
                }
            }
        }
        return arcs.count != 0;
    }

private:
    /// Up to this many faces it is noted which of the two witnesses proves a face.
    static constexpr std::uint32_t kNotedFaces = 64 * KernelHull::kBlock;
    static constexpr std::int32_t kUnprovenByBall = 1, kUnprovenByVertex = 2;

    HWY_INLINE static std::uint64_t blockBit(std::uint32_t face) {
        return std::uint64_t{1} << (face / KernelHull::kBlock % 64);
    }

    /// On the first use: often the other hull alone settles the question, and this one is never looked at.
    HWY_INLINE void start() {
        if (started_) {
            return;
        }
        started_ = true;
        const FloatTag d;
        const Broadcast3 ball = witnesses_.broadcastOf(0), vertex = witnesses_.broadcastOf(vertexWitness_);
        const FloatVector ballProof = hn::Set(d, witnesses_.proof[0]);
        const FloatVector vertexProof = hn::Set(d, witnesses_.proof[vertexWitness_]);
        std::uint64_t byBall = 0, byVertex = 0, bit = 1;
        for (std::uint32_t i = 0; i < hull_.paddedFaceCount; i += KernelHull::kBlock) {
            byBall |= hn::AllTrue(d, hn::Ge(lowestInBlock(hull_, i, ball), ballProof)) ? 0 : bit;
            byVertex |= hn::AllTrue(d, hn::Ge(lowestInBlock(hull_, i, vertex), vertexProof)) ? 0 : bit;
            bit = std::rotl(bit, 1);
        }
        unprovenByBall_ = byBall;
        unprovenByVertex_ = byVertex;
    }

    /// Notes for all faces in these blocks which of the two witnesses do not prove them.
    HWY_INLINE void prepare(std::uint64_t faceBlocks) {
        if (hull_.paddedFaceCount > kNotedFaces) {
            return;
        }
        const FloatTag d;
        const IntTag di;
        const Broadcast3 ball = witnesses_.broadcastOf(0), vertex = witnesses_.broadcastOf(vertexWitness_);
        const FloatVector ballProof = hn::Set(d, witnesses_.proof[0]);
        const FloatVector vertexProof = hn::Set(d, witnesses_.proof[vertexWitness_]);
        for (std::uint64_t missing = faceBlocks & ~prepared_; missing != 0; missing &= missing - 1) {
            const auto block = static_cast<std::uint32_t>(std::countr_zero(missing)) * KernelHull::kBlock;
            for (std::uint32_t i = block; i < block + KernelHull::kBlock; i += kLanes) {
                const auto openToBall = hn::RebindMask(di, hn::Lt(depthsAgainst(hull_, i, ball), ballProof));
                const auto openToVertex =
                    hn::RebindMask(di, hn::Lt(depthsAgainst(hull_, i, vertex), vertexProof));
                hn::Store(hn::Or(hn::IfThenElseZero(openToBall, hn::Set(di, kUnprovenByBall)),
                                 hn::IfThenElseZero(openToVertex, hn::Set(di, kUnprovenByVertex))),
                          di, unproven_ + i);
            }
        }
        prepared_ |= faceBlocks;
    }

    /// The edges first .. first + kLanes and before `end` that neither the ball nor the vertex proves, one
    /// bit each.
    HWY_INLINE std::uint32_t openAmong(std::uint32_t first, std::uint32_t end) const {
        const std::uint32_t all = end - first < kLanes ? (1u << (end - first)) - 1u : ~0u >> (32 - kLanes);
        if (hull_.paddedFaceCount > kNotedFaces) {
            return all;
        }
        const IntTag di;
        const IntVector left = hn::GatherIndex(di, unproven_, hn::Load(di, hull_.edgeLeft + first));
        const IntVector right = hn::GatherIndex(di, unproven_, hn::Load(di, hull_.edgeRight + first));
        const auto open = hn::Eq(hn::Or(left, right), hn::Set(di, kUnprovenByBall | kUnprovenByVertex));
        return toBits(hn::RebindMask(FloatTag(), open)) & all;
    }

    /// Whether any of the witnesses proves both faces of the edge: as many witnesses at a time as there are
    /// lanes.
    HWY_INLINE bool provenByOne(std::uint32_t edge) const {
        const FloatTag d;
        const auto left = static_cast<std::uint32_t>(hull_.edgeLeft[edge]),
                   right = static_cast<std::uint32_t>(hull_.edgeRight[edge]);
        const Broadcast3 normalLeft = broadcast(normalOf(hull_, left)),
                         normalRight = broadcast(normalOf(hull_, right));
        const FloatVector offsetLeft = hn::Set(d, hull_.faceOffset[left]),
                          offsetRight = hn::Set(d, hull_.faceOffset[right]);
        for (std::uint32_t k = 0; k < witnesses_.count; k += kLanes) {
            const FloatVector x = hn::Load(d, witnesses_.x + k), y = hn::Load(d, witnesses_.y + k),
                              z = hn::Load(d, witnesses_.z + k), proof = hn::Load(d, witnesses_.proof + k);
            const FloatVector lower = hn::Min(hn::Sub(offsetLeft, dot(x, y, z, normalLeft)),
                                              hn::Sub(offsetRight, dot(x, y, z, normalRight)));
            if (!hn::AllFalse(d, hn::Ge(lower, proof))) {
                return true;
            }
        }
        return false;
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    std::uint32_t vertexWitness_;
    bool started_ = false;
    std::uint64_t unprovenByBall_ = 0, unprovenByVertex_ = 0;  ///< face blocks (modulo 64), one bit each
    std::uint64_t prepared_ = 0;
    alignas(64) std::int32_t unproven_[kNotedFaces];
};

/// An arc of the Gauss sphere: an edge and the normals of its faces. B's are turned round and in A's frame,
/// as B enters the Minkowski difference.
struct Arc {
    Float4 left, right, vertex, direction;
};

HWY_INLINE const Arc& arcOfA(const KernelHull& a, std::uint32_t edge) {
    static_assert(sizeof(Arc) == sizeof(KernelHull::Edge));
    return reinterpret_cast<const Arc&>(a.edges[edge]);
}

HWY_INLINE Arc arcOfB(const KernelHull& b, std::uint32_t edge, const RelativePose& pose) {
    const Arc& arc = arcOfA(b, edge);
    return {rotateNegated(pose.columns, arc.left), rotateNegated(pose.columns, arc.right),
            transform(pose.columns, pose.centerBInA, arc.vertex), rotate(pose.columns, arc.direction)};
}

/// The unit cross product of both edges, pointing out of A; false when they are parallel, up to the rounding
/// of their directions: a face normal next to it does as well then. Nearly parallel ones count: facets of the
/// Minkowski difference between them are narrow, but the shortest push may well run through one.
HWY_INLINE bool edgeNormal(const Arc& a, const Arc& b, Float4& normal) {
    const float *d = a.direction.v, *e = b.direction.v;
    Float4 n{{d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0], 0.0f}};
    // The smaller the sine, the more of the product is rounding. What of it lies along the edges would tilt
    // the normal against them, and with it the supports; what lies across turns the normal about both edges,
    // which changes next to nothing.
    const float along = dot(n, a.direction);
    n = {{n.v[0] - along * d[0], n.v[1] - along * d[1], n.v[2] - along * d[2], 0.0f}};
    const float sineSquared = dot(n, n);
    constexpr float kParallel = 2e-7f;
    if (!(sineSquared > kParallel * kParallel)) {
        return false;
    }
    const float outward = dot(n, store(hn::Add(load(a.left), load(a.right))));
    const float scale = std::copysign(1.0f / std::sqrt(sineSquared), outward);
    normal = {{n.v[0] * scale, n.v[1] * scale, n.v[2] * scale, 0.0f}};
    return true;
}

/// Two arcs that cross build a facet of the Minkowski difference; gives its normal and depth.
/// Source: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013.
HWY_INLINE bool crossArcs(const Arc& a, const Arc& b, Float4& normal, float& depth) {
    // Each arc's ends lie on different sides of the other arc's great circle, and the arcs cross, not one
    // with the antipode of the other.
    // One branch for both: they cannot be foretold.
    const float sidesOfA = dot(a.left, b.direction) * dot(a.right, b.direction);
    const float sidesOfB = dot(b.left, a.direction) * dot(b.right, a.direction);
    if (std::max(sidesOfA, sidesOfB) > 0.0f || !edgeNormal(a, b, normal) ||
        dot(normal, store(hn::Add(load(b.left), load(b.right)))) <= 0.0f) {
        return false;
    }
    depth = dot(normal, store(hn::Sub(load(a.vertex), load(b.vertex))));
    return true;
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
