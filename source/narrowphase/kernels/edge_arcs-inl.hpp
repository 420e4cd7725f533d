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

/// The same for one face.
HWY_INLINE std::uint32_t proofsOfFace(const KernelHull& hull, std::int32_t face, const Witnesses& witnesses) {
    const Float4 normal = normalOf(hull, static_cast<std::uint32_t>(face));
    std::uint32_t proofs = 0;
    for (std::uint32_t k = 0; k < witnesses.count; ++k) {
        const float depth = hull.faceOffset[face] - dot(normal, witnesses.point(k));
        proofs |= depth >= witnesses.proof[k] ? 1u << k : 0u;
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
/// x depth1 + y depth2. Two witnesses prove most faces, the ball in deep overlaps and the vertex that set the
/// bound in shallow ones: blocks of edges whose faces one of the two proves are passed over.
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
/// the bound in shallow ones; blocks of edges whose faces one of the two proves are passed over.
template <>
class OpenArcFinder<SizeClass::Any> {
public:
    /// @param vertexWitness  the witness that was found with the limit.
    HWY_INLINE OpenArcFinder(const KernelHull& hull, const Witnesses& witnesses, std::uint32_t vertexWitness)
        : hull_(hull),
          witnesses_(witnesses),
          vertexWitness_(vertexWitness),
          stored_(hull.paddedFaceCount <= kStoredFaces) {}

    /// Whether every face by itself is proven, be it by different witnesses.
    HWY_INLINE bool provesFaces() {
        const hn::RebindToUnsigned<FloatTag> du;
        start();
        const std::uint64_t doubtful = unprovenByBall_ & unprovenByVertex_;
        if (!stored_) {
            return doubtful == 0;
        }
        prepare(doubtful);
        for (std::uint64_t blocks = doubtful; blocks != 0; blocks &= blocks - 1) {
            const auto block = static_cast<std::uint32_t>(std::countr_zero(blocks)) * KernelHull::kBlock;
            for (std::uint32_t i = block; i < block + KernelHull::kBlock; i += kLanes) {
                if (!hn::AllFalse(du, hn::Eq(hn::Load(du, proofs_ + i), hn::Zero(du)))) {
                    return false;
                }
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
                    arcs.edges[arcs.count++] = i + static_cast<std::uint32_t>(std::countr_zero(open));
                }
            }
        }
        return arcs.count != 0;
    }

private:
    /// On the first use: often the other hull alone settles the question, and this one is never looked at.
    HWY_INLINE void start() {
        if (started_) {
            return;
        }
        started_ = true;
        const FloatTag d;
        const Broadcast3 ball = broadcast(witnesses_.point(0)),
                         vertex = broadcast(witnesses_.point(vertexWitness_));
        const FloatVector ballProof = hn::Set(d, witnesses_.proof[0]);
        const FloatVector vertexProof = hn::Set(d, witnesses_.proof[vertexWitness_]);
        for (std::uint32_t i = 0; i < hull_.paddedFaceCount; i += kLanes) {
            const std::uint64_t block = std::uint64_t{1} << (i / KernelHull::kBlock % 64);
            unprovenByBall_ |= hn::AllTrue(d, hn::Ge(depthsAgainst(hull_, i, ball), ballProof)) ? 0 : block;
            unprovenByVertex_ |=
                hn::AllTrue(d, hn::Ge(depthsAgainst(hull_, i, vertex), vertexProof)) ? 0 : block;
        }
    }

    /// Works out the proofs of all faces in these blocks.
    HWY_INLINE void prepare(std::uint64_t faceBlocks) {
        const hn::RebindToUnsigned<FloatTag> du;
        for (std::uint64_t missing = stored_ ? faceBlocks & ~prepared_ : 0; missing != 0;
             missing &= missing - 1) {
            const auto block = static_cast<std::uint32_t>(std::countr_zero(missing)) * KernelHull::kBlock;
            for (std::uint32_t i = block; i < block + KernelHull::kBlock; i += kLanes) {
                hn::Store(proofsOf(hull_, i, witnesses_), du, proofs_ + i);
            }
        }
        prepared_ |= faceBlocks;
    }

    HWY_INLINE std::uint32_t openAmong(std::uint32_t first, std::uint32_t end) const {
        if (stored_) {
            return unprovenAmong(hull_, proofs_, first, end);
        }
        std::uint32_t open = 0;
        for (std::uint32_t i = 0; i < std::min(kLanes, end - first); ++i) {
            const std::uint32_t left = proofsOfFace(hull_, hull_.edgeLeft[first + i], witnesses_);
            open |= (left & proofsOfFace(hull_, hull_.edgeRight[first + i], witnesses_)) == 0 ? 1u << i : 0u;
        }
        return open;
    }

    const KernelHull& hull_;
    const Witnesses& witnesses_;
    std::uint32_t vertexWitness_;
    bool stored_;
    bool started_ = false;
    std::uint64_t unprovenByBall_ = 0, unprovenByVertex_ = 0;  ///< face blocks (modulo 64), one bit each
    std::uint64_t prepared_ = 0;
    alignas(64) std::uint32_t proofs_[kStoredFaces];
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
