// The minimum translation of two hulls by a separating axis test that proves what it leaves out.
// docs/kernels.md.
#if defined(SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#undef SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#else
#define SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#endif

#include "narrowphase/kernels/hull/expanding_polytope-inl.hpp"
#include "narrowphase/kernels/hull/gauss_map_arcs-inl.hpp"
#include "narrowphase/kernels/hull/unproven_edges-inl.hpp"

#include <sat3d/narrowphase/pair_cache.hpp>

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

/// One query. The members are what the steps share; the steps stand in the order they run.
template <SizeClass kSize>
class CertifiedSat {
public:
    HWY_INLINE CertifiedSat(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                            KernelResult& result)
        : a_(a),
          b_(b),
          pose_(pose),
          result_(result),
          centerAInB_(rotateNegated(pose.rows, pose.centerBInA)),
          slack_(kSlack * (a.radius + b.radius)),
          witnessesOfB_(pose.centerBInA, b.innerRadius),
          witnessesOfA_(centerAInB_, a.innerRadius) {}

    /// The minimum translation.
    /// @param sticky  whether the push along the cached feature will do while it sticks
    HWY_INLINE void run(PairCache* cache, bool sticky) {
        sticky_ = sticky;
        if (!(cache != nullptr && resume(*cache)) &&
            !(startFromCenters() || searchFaces() || searchEdges())) {
            result_.verdict = found_ ? Verdict::Overlapping : Verdict::Undecided;
        }
        if (cache != nullptr) {
            // Of another feature than the last it may be good all the same: making one is dear.
            if (cache->kind == PairCache::Kind::Features && result_.verdict == Verdict::Overlapping &&
                result_.proof == Proof::Search) {
                (void)provenBy(cache->certificate, best_, Proof::SearchBesideCertificate);
            }
            remember(*cache);
        }
    }

    /// Only whether there is one: every feature that is clearly deeper than nothing is as good as proven.
    /// Undecided within rounding of touching, where run() says which it is.
    HWY_INLINE void decide() {
        // Room for the rounding of both, or this would call an overlap what run() finds an axis for.
        const float limit = 4.0f * slack_;
        result_.verdict = Verdict::Overlapping;
        if (startFromCenters()) {
            return;
        }
        const bool nearest = best_ < limit;
        best_ = nearest ? best_ : limit;
        found_ = false;
        if (searchFaces() || searchEdges() || found_ || nearest) {
            result_.verdict = best_ < -limit ? Verdict::Separated : Verdict::Undecided;
        }
    }

private:
    // Every step returns true when the query is finished: an axis separates, or there is no way on.

    /// The line between the centers: separates most pairs that are far apart, and gives the first witnesses.
    HWY_INLINE bool startFromCenters() {
        const SupportScan<kSize> scanA(a_, pose_.centerBInA);
        const SupportScan<kSize> scanB(b_, centerAInB_);
        const float distanceSquared = dot(pose_.centerBInA, pose_.centerBInA);
        const float reach = a_.radius + b_.radius;
        if (distanceSquared > reach * reach) {
            return separatedBy(pose_.centerBInA);
        }
        const float depthTimesDistance = scanA.value() + scanB.value() - distanceSquared;
        if (depthTimesDistance < 0.0f) {
            return separatedBy(pose_.centerBInA);
        }
        const float distance = std::sqrt(distanceSquared);
        // A bound only: the minimum has a feature, and is looked for until one is found.
        const float bound = distance > 1e-6f * reach ? depthTimesDistance / distance + 2.0f * slack_ : best_;
        if (bound < best_) {
            best_ = bound;
            found_ = false;
        }
        facesOfA_.start(a_, witnessesOfB_);
        facesOfB_.start(b_, witnessesOfA_);
        // The nearest faces by the balls alone wait for neither scan: the processor works on all at once.
        facesOfA_.findSmallest();
        facesOfB_.findSmallest();
        // Of a cache there are witnesses already.
        facesOfA_.raiseByAll(a_, witnessesOfB_, best_ - slack_);
        facesOfB_.raiseByAll(b_, witnessesOfA_, best_ - slack_);
        addWitnessOfB(scanB.vertex());
        addWitnessOfA(scanA.vertex());
        return tryFaces<2>(facesOfA_.face(), facesOfB_.face());
    }

    /// Takes the face that could still be nearest, on both sides at once (two independent chains of
    /// instructions cost little more than one), finds its exact depth, and lets the vertex found raise all
    /// bounds; until every face is exact or proven.
    HWY_INLINE bool searchFaces() {
        // Each settles one face at least.
        const std::uint32_t mostRounds = a_.faceCount + b_.faceCount;
        for (std::uint32_t round = 0;; ++round) {
            const bool ofA = leastUnproven(facesOfA_, a_, witnessesOfB_);
            const bool ofB = leastUnproven(facesOfB_, b_, witnessesOfA_);
            if (!ofA && !ofB) {
                return false;
            }
            if (round == mostRounds) {
                result_.verdict = Verdict::Undecided;
                return true;
            }
            if (tryFaces<1>(facesOfA_.face(), facesOfB_.face())) {
                return true;
            }
        }
    }

    /// Whether there is a face left to look at: the one with the smallest bound is the face() then.
    HWY_INLINE bool leastUnproven(FaceBounds<kSize>& faces, const KernelHull& hull,
                                  const Witnesses& witnesses) {
        const float limit = best_ - slack_;
        do {
            faces.findSmallest();
            if (faces.value() < limit) {
                return true;
            }
        } while (faces.advance(hull, witnesses, limit));
        return false;
    }

    /// @tparam kNewWitnesses  how many of each hull the bounds do not know yet when this is done.
    template <std::uint32_t kNewWitnesses>
    HWY_INLINE bool tryFaces(std::uint32_t faceOfA, std::uint32_t faceOfB) {
        const Float4 normalA = normalOf(a_, faceOfA), normalB = normalOf(b_, faceOfB);
        const Float4 inwardInB = rotateNegated(pose_.rows, normalA);
        const Float4 inwardInA = rotateNegated(pose_.columns, normalB);
        const SupportScan<kSize> scanB(b_, inwardInB);
        const SupportScan<kSize> scanA(a_, inwardInA);
        const std::uint32_t vertexOfB = scanB.vertex(), vertexOfA = scanA.vertex();
        const Float4 pointOfB = addWitnessOfB(vertexOfB);
        const Float4 pointOfA = addWitnessOfA(vertexOfA);
        const float depthA = a_.faceOffset[faceOfA] - dot(normalA, pointOfB);
        const float depthB = b_.faceOffset[faceOfB] - dot(normalB, pointOfA);
        // Which of the two is nearer cannot be foretold: chosen without a branch.
        const bool isB = depthB < depthA;
        const FeaturePair features{isB ? FeaturePair::Kind::FaceOfB : FeaturePair::Kind::FaceOfA,
                                   isB ? vertexOfA : faceOfA, isB ? faceOfB : vertexOfB};
        if (offer(isB ? depthB : depthA, isB ? inwardInA : normalA, features) &&
            (best_ < 0.0f ? separatedBy(result_.best.normal)
                          : provenByBall(isB ? b_ : a_, isB ? pointOfA : pointOfB))) {
            return true;
        }
        // Only now, as the new limit closes what the balls prove already.
        facesOfA_.template raise<kNewWitnesses>(a_, witnessesOfB_, witnessesOfB_.count - kNewWitnesses,
                                                best_ - slack_);
        facesOfB_.template raise<kNewWitnesses>(b_, witnessesOfA_, witnessesOfA_.count - kNewWitnesses,
                                                best_ - slack_);
        return false;
    }

    /// Half of all shallow overlaps end here: a vertex of one hull lies as deep in the other as its nearest
    /// face says. Not within rounding of touching: a point that seems to lie in the planes of a sharp edge
    /// may be far before it.
    HWY_INLINE bool provenByBall(const KernelHull& hull, const Float4& vertexOfOther) {
        if (!containsBall<kSize>(hull, vertexOfOther, std::max(best_ - slack_, slack_))) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = Proof::Ball;
        return true;
    }

    /// Of most pairs that move little from frame to frame.
    /// @param proof  what that is then
    HWY_INLINE bool provenBy(const PairCache::Certificate& certificate, float leastDepth, Proof proof) {
        const float depth = leastDepth - slack_;
        if (!(depth > slack_) || !proves(certificate, a_, b_, pose_, result_.best.normal, depth)) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = proof;
        return true;
    }

    /// Where motion has worn it out in few places.
    HWY_INLINE bool provenByMended(PairCache::Certificate& certificate, float leastDepth) {
        constexpr std::uint32_t kNewPoints = 4;
        const float depth = leastDepth - slack_;
        return depth > slack_ && isIntact(certificate) &&
               mend(certificate, a_, b_, pose_, result_.best.normal, depth, kNewPoints) &&
               provenBy(certificate, leastDepth, Proof::MendedCertificate);
    }

    /// That there is no shorter push than last frame's; or where features stick, none that ends that.
    HWY_INLINE float depthToProve() const {
        return sticky_ ? std::max(depthThatEndsSticking(best_, a_, b_), 3.0f * slack_) : best_;
    }

    /// Only edges that no witness rules out, of both hulls, are tested against each other: mostly none, or 1
    /// to 5. By itself, or what it wants of registers would be taken from the search of faces: 3 % of large
    /// hulls' time.
    HWY_NOINLINE bool searchEdges() {
        const float limit = best_ - slack_;
        OpenArcFinder<kSize> arcsOfA(a_, facesOfA_, witnessesOfB_, bestWitnessOfB_, limit, slack_);
        OpenArcFinder<kSize> arcsOfB(b_, facesOfB_, witnessesOfA_, bestWitnessOfA_, limit, slack_);
        // The hull whose face is nearest is the likelier to be proven whole.
        const bool bFirst = result_.best.features.kind == FeaturePair::Kind::FaceOfB;
        OpenArcFinder<kSize>& finderOfFirst = bFirst ? arcsOfB : arcsOfA;
        OpenArcFinder<kSize>& finderOfSecond = bFirst ? arcsOfA : arcsOfB;
        for (OpenArcs first; first.fill(finderOfFirst);) {
            for (OpenArcs second; second.fill(finderOfSecond);) {
                if (tryEdges(bFirst ? second : first, bFirst ? first : second)) {
                    return true;
                }
            }
        }
        return false;
    }

    HWY_INLINE bool tryEdges(const OpenArcs& arcsOfA, const OpenArcs& arcsOfB) {
        for (std::uint32_t j = 0; j < arcsOfB.count; ++j) {
            const Arc arcB = arcOfB(b_.edges[arcsOfB.edges[j]], pose_);
            for (std::uint32_t i = 0; i < arcsOfA.count; ++i) {
                Float4 normal;
                float depth = 0.0f;
                if (crossArcs(a_.edges[arcsOfA.edges[i]], arcB, normal, depth) && depth < best_) {
                    tryEdgePair(normal, depth, arcsOfA.edges[i], arcsOfB.edges[j]);
                    if (best_ < 0.0f) {
                        return separatedBy(result_.best.normal);
                    }
                }
            }
        }
        return false;
    }

    /// The crossing of two short or nearly parallel arcs is known roughly only: the supports make its depth
    /// valid.
    HWY_INLINE void tryEdgePair(const Float4& normal, float depth, std::uint32_t edgeOfA,
                                std::uint32_t edgeOfB) {
        const SupportScan<kSize> scanA(a_, normal);
        const SupportScan<kSize> scanB(b_, rotateNegated(pose_.rows, normal));
        const float supported = scanA.value() + scanB.value() - dot(normal, pose_.centerBInA);
        offer(std::max(depth, supported), normal, {FeaturePair::Kind::Edges, edgeOfA, edgeOfB});
    }

    /// True when it is the shortest push so far.
    HWY_INLINE bool offer(float depth, const Float4& normal, const FeaturePair& features) {
        if (!(depth < best_)) {
            return false;
        }
        best_ = depth;
        bestWitnessOfA_ = witnessesOfA_.count - 1;
        bestWitnessOfB_ = witnessesOfB_.count - 1;
        set(result_.best, depth, normal, features);
        found_ = true;
        return true;
    }

    HWY_INLINE bool separatedBy(const Float4& axis) {
        result_.best.normal = axis;
        result_.verdict = Verdict::Separated;
        return true;
    }

    HWY_INLINE Float4 addWitnessOfB(std::uint32_t vertex) {
        const Float4 point = transform(pose_.columns, pose_.centerBInA, vertexOf(b_, vertex));
        witnessesOfB_.add(point);
        return point;
    }

    HWY_INLINE Float4 addWitnessOfA(std::uint32_t vertex) {
        const Float4 point = transform(pose_.rows, centerAInB_, vertexOf(a_, vertex));
        witnessesOfA_.add(point);
        return point;
    }

    /// Last frame's axis may still separate; its feature gives the bound, and its certificate most often the
    /// proof. All are evaluated at today's poses, so the answer is exact whatever has moved.
    HWY_INLINE bool resume(PairCache& cache) {
        switch (cache.kind) {
            case PairCache::Kind::SeparatingAxis:
                return stillSeparates({{cache.axis[0], cache.axis[1], cache.axis[2], 0.0f}});
            case PairCache::Kind::Features:
                return exist(cache.features) && tryFormer(cache.features, cache.certificate);
            default:
                return false;
        }
    }

    HWY_INLINE bool stillSeparates(const Float4& axis) {
        const SupportScan<kSize> scanA(a_, axis);
        const SupportScan<kSize> scanB(b_, rotateNegated(pose_.rows, axis));
        // Others, which only a damaged cache has, would drown in their own rounding, or overflow.
        constexpr float kShortestSquared = 1e-30f, kLongestSquared = 1e30f;
        const float lengthSquared = dot(axis, axis);
        return lengthSquared > kShortestSquared && lengthSquared < kLongestSquared &&
               scanA.value() + scanB.value() - dot(axis, pose_.centerBInA) < 0.0f && separatedBy(axis);
    }

    /// Whether the hulls have such features: caches come from snapshots, and those from anywhere.
    HWY_INLINE bool exist(const FeaturePair& features) const {
        switch (features.kind) {
            case FeaturePair::Kind::FaceOfA:
                return features.a < a_.faceCount;
            case FeaturePair::Kind::FaceOfB:
                return features.b < b_.faceCount;
            case FeaturePair::Kind::Edges:
                return features.a < a_.edges.size() && features.b < b_.edges.size();
            default:
                return false;
        }
    }

    HWY_INLINE bool tryFormer(const FeaturePair& features, PairCache::Certificate& certificate) {
        switch (features.kind) {
            case FeaturePair::Kind::FaceOfA: {
                const Float4 normal = normalOf(a_, features.a);
                const std::uint32_t vertex =
                    SupportScan<kSize>(b_, rotateNegated(pose_.rows, normal)).vertex();
                const Float4 point = addWitnessOfB(vertex);
                return offerFormer(a_.faceOffset[features.a] - dot(normal, point), normal,
                                   {features.kind, features.a, vertex}) ||
                       formerFaceProven(certificate, a_, point);
            }
            case FeaturePair::Kind::FaceOfB: {
                const Float4 normal = normalOf(b_, features.b);
                const Float4 inward = rotateNegated(pose_.columns, normal);
                const std::uint32_t vertex = SupportScan<kSize>(a_, inward).vertex();
                const Float4 point = addWitnessOfA(vertex);
                return offerFormer(b_.faceOffset[features.b] - dot(normal, point), inward,
                                   {features.kind, vertex, features.b}) ||
                       formerFaceProven(certificate, b_, point);
            }
            default:  // edges: overlapping hulls have no other axes
                break;
        }
        const Arc& arcA = a_.edges[features.a];
        const Arc arcB = arcOfB(b_.edges[features.b], pose_);
        Float4 normal;
        if (!edgeNormal(arcA, arcB, normal)) {
            return false;
        }
        const SupportScan<kSize> scanA(a_, normal), scanB(b_, rotateNegated(pose_.rows, normal));
        addWitnessOfA(scanA.vertex());
        addWitnessOfB(scanB.vertex());
        // Hulls may have turned until others, parallel to these, are farthest along their normal. A feature
        // that sticks may lag behind a little.
        const float heightOfA = dot(normal, vectorOf(arcA, Arc::Vertex));
        const float heightOfB = dot(normal, pose_.centerBInA) - dot(normal, vectorOf(arcB, Arc::Vertex));
        const float behind = std::max(scanA.value() - heightOfA, scanB.value() - heightOfB);
        constexpr float kSticking = 0.005f;
        const float depth = scanA.value() + scanB.value() - dot(normal, pose_.centerBInA);
        if (behind <= 4.0f * slack_) {
            return offerFormer(depth, normal, features) ||
                   provenBy(certificate, depthToProve(), Proof::Certificate) ||
                   provenByMended(certificate, depthToProve());
        }
        set(result_.former, depth, normal, features);
        result_.hasFormer = behind <= kSticking * (a_.radius + b_.radius);
        return false;
    }

    /// A ball is sooner tried than a certificate is mended.
    HWY_INLINE bool formerFaceProven(PairCache::Certificate& certificate, const KernelHull& hull,
                                     const Float4& vertexOfOther) {
        return provenBy(certificate, depthToProve(), Proof::Certificate) ||
               provenByBall(hull, vertexOfOther) || provenByMended(certificate, depthToProve());
    }

    HWY_INLINE bool offerFormer(float depth, const Float4& normal, const FeaturePair& features) {
        set(result_.former, depth, normal, features);
        result_.hasFormer = true;
        offer(depth, normal, features);
        return best_ < 0.0f && separatedBy(normal);
    }

    HWY_INLINE static void set(Push& push, float depth, const Float4& normal, const FeaturePair& features) {
        push.features = features;
        push.depth = depth;
        push.normal = store(together(normal));
    }

    HWY_INLINE void remember(PairCache& cache) const {
        if (result_.verdict == Verdict::Overlapping) {
            cache.kind = PairCache::Kind::Features;
            cache.features = result_.best.features;
        } else {
            cache.kind = result_.verdict == Verdict::Separated ? PairCache::Kind::SeparatingAxis
                                                               : PairCache::Kind::Empty;
            const float* axis = result_.best.normal.v;
            cache.axis = {axis[0], axis[1], axis[2]};
        }
    }

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    KernelResult& result_;
    Float4 centerAInB_;
    float slack_;  ///< without it every one of many equal faces would have to be visited
    float best_ = 1e30f;
    std::uint32_t bestWitnessOfA_ = 0, bestWitnessOfB_ = 0;  ///< added when `best_` was found
    bool found_ = false, sticky_ = false;
    Witnesses witnessesOfB_;  ///< points of B in A's frame: they bound A's faces
    Witnesses witnessesOfA_;  ///< points of A in B's frame
    FaceBounds<kSize> facesOfA_;
    FaceBounds<kSize> facesOfB_;
};

template <SizeClass kSize>
HWY_NOINLINE void certifiedPenetration(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                       PairCache* cache, bool sticky, KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, result).run(cache, sticky);
}

template <SizeClass kSize>
HWY_NOINLINE void certifiedOverlap(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                   KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, result).decide();
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
