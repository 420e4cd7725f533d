// Answers a query from the cache of its pair, without a search. See docs/kernels.md.
#if defined(SAT3D_KERNELS_CACHED_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CACHED_SAT_INL_HPP
#undef SAT3D_KERNELS_CACHED_SAT_INL_HPP
#else
#define SAT3D_KERNELS_CACHED_SAT_INL_HPP
#endif

#include "narrowphase/kernels/hull/expanding_polytope-inl.hpp"
#include "narrowphase/kernels/hull/face_bounds-inl.hpp"
#include "narrowphase/kernels/hull/gauss_map_arcs-inl.hpp"
#include "narrowphase/kernels/hull/lone_facet-inl.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// Whether an axis certainly separates the hulls by more than the margin.
/// @param axis  of any length. (The length can underflow or overflow only in a damaged cache.)
template <SizeClass kSize>
HWY_INLINE bool separatesBeyond(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                const Float4& axis, float margin) {
    const SupportScan<kSize> scanA(a, axis);
    const SupportScan<kSize> scanB(b, rotateNegated(pose.rows, axis));
    const float gapTimesLength = dot(axis, pose.centerBInA) - scanA.value() - scanB.value();
    const float length = std::sqrt(dot(axis, axis));
    const float rounding = kMarginSlack * kSlack * (a.radius + b.radius);
    constexpr float kMin = 1e-15f, kMax = 1e15f;
    return length > kMin && length < kMax && gapTimesLength > (margin + rounding) * length;
}

/// Most ties last for one query. Hulls that rest on parallel faces stay tied for many. So the searches
/// between two attempts with the cache double with every tie in succession: 1, 3, 7, 15.
/// PairCache::tieCooldown has those that are left in its lower half, and their first number in its upper
/// half.
constexpr std::uint8_t kLowerHalf = 15;
HWY_INLINE bool isCoolingDown(const PairCache& cache) {
    return (cache.tieCooldown & kLowerHalf) != 0;
}
HWY_INLINE std::uint8_t nextTieCooldown(const PairCache& cache) {
    const std::uint32_t searches = std::min(2u * (cache.tieCooldown >> 4) + 1u, std::uint32_t{kLowerHalf});
    return static_cast<std::uint8_t>(searches << 4 | searches);
}

/// One query from a cache. It evaluates the previous answer at the current poses. It returns this answer only
/// if it proves that a search would find the same one: the axis separates by more than rounding errors, or
/// the push is unique. So no answer depends on the cache.
template <SizeClass kSize>
class CachedSat {
public:
    HWY_INLINE CachedSat(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                         KernelResult& result)
        : a_(a), b_(b), pose_(pose), result_(result), rounding_(kSlack * (a.radius + b.radius)) {}

    /// @param margin  the axis must separate by more than this
    /// @return whether the result is complete
    HWY_INLINE bool answer(PairCache& cache, float margin) {
        switch (cache.kind) {
            case PairCache::Kind::SeparatingAxis:
                return stillSeparates({{cache.axis[0], cache.axis[1], cache.axis[2], 0.0f}}, margin);
            case PairCache::Kind::Features:
                if (isCoolingDown(cache)) {
                    --cache.tieCooldown;
                    result_.isTied = true;
                    return false;
                }
                if (!evaluatePrevious(cache.features) || !isUnique(cache.certificate)) {
                    return false;
                }
                cache.tieCooldown = 0;
                return true;
            default:
                return false;
        }
    }

    /// answer() with feature hysteresis. The answer is the push of the held features, unless a search would
    /// replace them. Writes result_.held.
    HWY_INLINE bool answerHeld(PairCache& cache) {
        if (!evaluateHeld(cache.heldFeatures)) {
            return false;
        }
        result_.hasHeld = true;
        result_.best = result_.held;
        const float least = depthToReplaceFeature(result_.held.depth, a_, b_) + 2.0f * rounding_;
        return least > 2.0f * rounding_ && (provenBy(cache.certificate, least, least, Proof::Certificate) ||
                                            provenAfterRepair(cache.certificate, least, least));
    }

    /// Tests, after a search, whether the certificate proves the result as well, or whether a tie makes this
    /// impossible.
    HWY_INLINE void compare(const PairCache::Certificate& certificate) {
        const PenetrationCandidate& push = result_.best;
        result_.isTied = !LoneFacet(a_, b_, pose_, rounding_).contains(push);
        if (!result_.isTied && push.depth > 2.0f * rounding_) {
            (void)provenBy(certificate, push.depth - rounding_, push.depth + kTieSlack * rounding_,
                           Proof::SearchBesideCertificate);
        }
    }

    /// compare() with feature hysteresis, where ties do not matter.
    HWY_INLINE void compareHeld(const PairCache::Certificate& certificate) {
        const float least = result_.best.depth - rounding_;
        if (least > rounding_) {
            (void)provenBy(certificate, least, least, Proof::SearchBesideCertificate);
        }
    }

private:
    HWY_INLINE bool stillSeparates(const Float4& axis, float margin) {
        if (!separatesBeyond<kSize>(a_, b_, pose_, axis, margin)) {
            return false;
        }
        result_.best.normal = axis;
        result_.verdict = Verdict::Separated;
        result_.isBeyondMargin = true;
        return true;
    }

    /// Computes the push of features. Returns false if the hulls do not have them: a cache from a snapshot
    /// may be damaged or forged.
    /// @param evaluateEdges  computes the push of a pair of edges
    template <class EvaluateEdges>
    HWY_INLINE bool evaluate(const FeaturePair& features, PenetrationCandidate& push,
                             const EvaluateEdges& evaluateEdges) {
        const auto& [kind, ofA, ofB] = features;
        if (kind == FeaturePair::Kind::FaceA && ofA < a_.faceCount) {
            evaluateFaceOfA(ofA, push);
            return true;
        }
        if (kind == FeaturePair::Kind::FaceB && ofB < b_.faceCount) {
            evaluateFaceOfB(ofB, push);
            return true;
        }
        return kind == FeaturePair::Kind::EdgeEdge && ofA < a_.edges.size() && ofB < b_.edges.size() &&
               evaluateEdges(a_.edges[ofA], arcOfB(b_.edges[ofB], pose_));
    }

    HWY_INLINE void evaluateFaceOfA(std::uint32_t face, PenetrationCandidate& push) {
        const Float4 normal = normalOf(a_, face);
        const std::uint32_t vertex = SupportScan<kSize>(b_, rotateNegated(pose_.rows, normal)).vertex();
        vertexOfOther_ = transform(pose_.columns, pose_.centerBInA, vertexOf(b_, vertex));
        setPush(push, a_.faceOffset[face] - dot(normal, vertexOfOther_), normal,
                {FeaturePair::Kind::FaceA, face, vertex});
    }

    HWY_INLINE void evaluateFaceOfB(std::uint32_t face, PenetrationCandidate& push) {
        const Float4 normal = normalOf(b_, face);
        const Float4 inward = rotateNegated(pose_.columns, normal);
        const std::uint32_t vertex = SupportScan<kSize>(a_, inward).vertex();
        const Float4 centerAInB = rotateNegated(pose_.rows, pose_.centerBInA);
        vertexOfOther_ = transform(pose_.rows, centerAInB, vertexOf(a_, vertex));
        setPush(push, b_.faceOffset[face] - dot(normal, vertexOfOther_), inward,
                {FeaturePair::Kind::FaceB, vertex, face});
    }

    /// Computes the push of the last answer by the operations of a search.
    HWY_INLINE bool evaluatePrevious(const FeaturePair& features) {
        return evaluate(features, result_.best, [&](const Arc& arcA, const Arc& arcB) HWY_ATTR {
            Float4 normal;
            float depth = 0.0f;
            if (!crossArcs(arcA, arcB, normal, depth)) {
                return false;
            }
            setPush(result_.best, supportedDepth<kSize>(a_, b_, pose_, normal, depth), normal, features);
            return true;
        });
    }

    /// Computes the push of the held features. Held edges need not cross any more: they may lie a little
    /// below the supports along their normal.
    HWY_INLINE bool evaluateHeld(const FeaturePair& features) {
        return evaluate(features, result_.held, [&](const Arc& arcA, const Arc& arcB) HWY_ATTR {
            Float4 normal;
            if (!edgeNormal(arcA, arcB, normal)) {
                return false;
            }
            const SupportScan<kSize> scanA(a_, normal), scanB(b_, rotateNegated(pose_.rows, normal));
            const float offset = dot(normal, pose_.centerBInA);
            const float heightOfA = dot(normal, vectorOf(arcA, Arc::Vertex));
            const float heightOfB = offset - dot(normal, vectorOf(arcB, Arc::Vertex));
            const float below = std::max(scanA.value() - heightOfA, scanB.value() - heightOfB);
            constexpr float kMaxBelow = 0.005f;
            setPush(result_.held, scanA.value() + scanB.value() - offset, normal, features);
            return below <= kMaxBelow * (a_.radius + b_.radius);
        });
    }

    /// Proves that every other push is longer than that of the result, by more than rounding errors.
    HWY_INLINE bool isUnique(PairCache::Certificate& certificate) {
        const PenetrationCandidate& push = result_.best;
        const float least = push.depth - rounding_, leastOfOthers = push.depth + kTieSlack * rounding_;
        if (!(least > rounding_) || !LoneFacet(a_, b_, pose_, rounding_).contains(push)) {
            return false;
        }
        // The ball comes before a repair, because it is cheaper.
        return provenBy(certificate, least, leastOfOthers, Proof::Certificate) ||
               provenByBall(leastOfOthers) || provenAfterRepair(certificate, least, leastOfOthers);
    }

    HWY_INLINE bool provenBy(const PairCache::Certificate& certificate, float least, float leastOfOthers,
                             Proof proof) {
        if (!proves(certificate, a_, b_, pose_, result_.best.normal, least, leastOfOthers)) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = proof;
        return true;
    }

    /// Whether the vertex of the push is so deep inside the hull of the face that all other faces are farther
    /// away.
    HWY_INLINE bool provenByBall(float leastOfOthers) {
        const auto& [kind, ofA, ofB] = result_.best.features;
        if (kind == FeaturePair::Kind::EdgeEdge ||
            !(kind == FeaturePair::Kind::FaceA ? areOthersFar(a_, vertexOfOther_, leastOfOthers, ofA)
                                               : areOthersFar(b_, vertexOfOther_, leastOfOthers, ofB))) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = Proof::Ball;
        return true;
    }

    /// Tries the certificate after a repair by a few points.
    HWY_INLINE bool provenAfterRepair(PairCache::Certificate& certificate, float least, float leastOfOthers) {
        constexpr std::uint32_t kNewPoints = 4;
        return isIntact(certificate) &&
               repair(certificate, a_, b_, pose_, result_.best.normal, least, kNewPoints) &&
               provenBy(certificate, least, leastOfOthers, Proof::RepairedCertificate);
    }

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    KernelResult& result_;
    float rounding_;
    Float4 vertexOfOther_;  ///< for a face: the support vertex of the other hull, in the frame of the face
};

/// Tries to answer from the cache of the pair.
/// @return whether the result is complete
template <SizeClass kSize>
HWY_NOINLINE bool resume(const KernelHull& a, const KernelHull& b, const DetailedQuery& query,
                         KernelResult& result) {
    CachedSat<kSize> cached(a, b, result.pose, result);
    return query.holdsFeatures() ? cached.answerHeld(*query.cache)
                                 : cached.answer(*query.cache, query.margin);
}

/// Stores the result of a search.
template <SizeClass kSize>
HWY_NOINLINE void remember(const KernelHull& a, const KernelHull& b, const DetailedQuery& query,
                           KernelResult& result) {
    PairCache& cache = *query.cache;
    if (result.verdict == Verdict::Overlapping) {
        if (cache.kind == PairCache::Kind::Features && result.proof == Proof::Search && !result.isTied) {
            CachedSat<kSize> cached(a, b, result.pose, result);
            query.keepsFeature ? cached.compareHeld(cache.certificate) : cached.compare(cache.certificate);
            cache.tieCooldown = result.isTied ? nextTieCooldown(cache) : std::uint8_t{0};
        }
        cache.kind = PairCache::Kind::Features;
        cache.features = result.best.features;
    } else {
        cache.kind =
            result.verdict == Verdict::Separated ? PairCache::Kind::SeparatingAxis : PairCache::Kind::Empty;
        const float* axis = result.best.normal.v;
        cache.axis = {axis[0], axis[1], axis[2]};
    }
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
