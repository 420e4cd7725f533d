// The certified separating axis test: computes the minimum translation of two hulls, and proves that the axes
// it skips cannot give a shorter one. See docs/kernels.md.
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

/// One query. The steps share the members. They are defined in the order in which they run.
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

    /// Computes the minimum translation.
    /// @param keepsFeature  feature hysteresis: the depth of the cached features may exceed the minimum a
    /// little
    HWY_INLINE void run(PairCache* cache, bool keepsFeature) {
        keepsFeature_ = keepsFeature;
        if (!(cache != nullptr && resume(*cache)) &&
            !(startFromCenters() || searchFaces() || searchEdges())) {
            result_.verdict = found_ ? Verdict::Overlapping : Verdict::Undecided;
        }
        if (cache != nullptr) {
            // The certificate may prove the new features as well. A new certificate would be expensive.
            if (cache->kind == PairCache::Kind::Features && result_.verdict == Verdict::Overlapping &&
                result_.proof == Proof::Search) {
                (void)provenBy(cache->certificate, best_, Proof::SearchBesideCertificate);
            }
            remember(*cache);
        }
    }

    /// Only tests for overlap: features whose depth is clearly positive need no exact depth. Undecided within
    /// rounding errors of touching; then run() decides.
    HWY_INLINE void decide() {
        // Includes the rounding errors of decide() and run(): run() must not find a separating axis for an
        // overlap.
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
    // Every step returns true if the query is finished.

    /// Tests the line between the centers. It separates most pairs that are far apart, and gives the first
    /// witnesses.
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
        // Only an upper bound of the depth: the search must still find features.
        const float bound = distance > 1e-6f * reach ? depthTimesDistance / distance + 2.0f * slack_ : best_;
        if (bound < best_) {
            best_ = bound;
            found_ = false;
        }
        facesOfA_.start(a_, witnessesOfB_);
        facesOfB_.start(b_, witnessesOfA_);
        // These faces depend on the inner balls only, so the processor can select them in parallel with the
        // scans.
        facesOfA_.findSmallest();
        facesOfB_.findSmallest();
        // Witnesses that a cached feature gave.
        facesOfA_.raiseByAll(a_, witnessesOfB_, best_ - slack_);
        facesOfB_.raiseByAll(b_, witnessesOfA_, best_ - slack_);
        addWitnessOfB(scanB.vertex());
        addWitnessOfA(scanA.vertex());
        return tryFaces<2>(facesOfA_.face(), facesOfB_.face());
    }

    /// Selects the face with the smallest bound, computes its exact depth, and raises all bounds by the
    /// support vertex that it found. Repeats until every face is exact or proven. Handles a face of A and a
    /// face of B at once, because two independent chains of instructions cost little more than one.
    HWY_INLINE bool searchFaces() {
        // Each round makes at least one face exact.
        const std::uint32_t maxRounds = a_.faceCount + b_.faceCount;
        for (std::uint32_t round = 0;; ++round) {
            const bool ofA = findUnproven(facesOfA_, a_, witnessesOfB_);
            const bool ofB = findUnproven(facesOfB_, b_, witnessesOfA_);
            if (!ofA && !ofB) {
                return false;
            }
            if (round == maxRounds) {
                result_.verdict = Verdict::Undecided;
                return true;
            }
            if (tryFaces<1>(facesOfA_.face(), facesOfB_.face())) {
                return true;
            }
        }
    }

    /// Finds the face with the smallest bound, as faces.face(). Returns false if all faces are proven.
    HWY_INLINE bool findUnproven(FaceBounds<kSize>& faces, const KernelHull& hull,
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

    /// Computes the exact depths along two face normals.
    /// @tparam kNewWitnesses  the number of witnesses of each hull that have not raised the bounds yet, with
    /// the new one
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
        // Selected without a branch, because it would often be mispredicted.
        const bool isB = depthB < depthA;
        const FeaturePair features{isB ? FeaturePair::Kind::FaceB : FeaturePair::Kind::FaceA,
                                   isB ? vertexOfA : faceOfA, isB ? faceOfB : vertexOfB};
        if (offer(isB ? depthB : depthA, isB ? inwardInA : normalA, features) &&
            (best_ < 0.0f ? separatedBy(result_.best.normal)
                          : provenByBall(isB ? b_ : a_, isB ? pointOfA : pointOfB))) {
            return true;
        }
        // Raised after the new depth is known: it drops the blocks that the balls prove.
        facesOfA_.template raise<kNewWitnesses>(a_, witnessesOfB_, witnessesOfB_.count - kNewWitnesses,
                                                best_ - slack_);
        facesOfB_.template raise<kNewWitnesses>(b_, witnessesOfA_, witnessesOfA_.count - kNewWitnesses,
                                                best_ - slack_);
        return false;
    }

    /// Tests whether a vertex of the other hull is the center of a ball of the best depth inside this hull.
    /// This proves half of all shallow overlaps. Fails within rounding errors of touching: a point may be
    /// near both planes of a sharp edge and still far from the edge.
    HWY_INLINE bool provenByBall(const KernelHull& hull, const Float4& vertexOfOther) {
        if (!containsBall<kSize>(hull, vertexOfOther, std::max(best_ - slack_, slack_))) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = Proof::Ball;
        return true;
    }

    /// Tests whether the certificate proves that no push is shorter than minDepth. Succeeds for most pairs in
    /// coherent motion.
    /// @param proof  the proof to report
    HWY_INLINE bool provenBy(const PairCache::Certificate& certificate, float minDepth, Proof proof) {
        const float depth = minDepth - slack_;
        if (!(depth > slack_) || !proves(certificate, a_, b_, pose_, result_.best.normal, depth)) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        result_.proof = proof;
        return true;
    }

    /// The same after a repair by a few points.
    HWY_INLINE bool provenAfterRepair(PairCache::Certificate& certificate, float minDepth) {
        constexpr std::uint32_t kNewPoints = 4;
        const float depth = minDepth - slack_;
        return depth > slack_ && isIntact(certificate) &&
               repair(certificate, a_, b_, pose_, result_.best.normal, depth, kNewPoints) &&
               provenBy(certificate, minDepth, Proof::RepairedCertificate);
    }

    /// The depth that a certificate must prove: that of the previous features, or with feature hysteresis the
    /// depth at which other features would replace them.
    HWY_INLINE float depthToProve() const {
        return keepsFeature_ ? std::max(depthToReplaceFeature(best_, a_, b_), 3.0f * slack_) : best_;
    }

    /// Tests the unproven edges of both hulls against each other: mostly none, or one to five. A function of
    /// its own, because inlined it takes registers from the search of faces (3 % of the time for large
    /// hulls).
    HWY_NOINLINE bool searchEdges() {
        const float limit = best_ - slack_;
        UnprovenEdgeFinder<kSize> arcsOfA(a_, facesOfA_, witnessesOfB_, bestWitnessOfB_, limit, slack_);
        UnprovenEdgeFinder<kSize> arcsOfB(b_, facesOfB_, witnessesOfA_, bestWitnessOfA_, limit, slack_);
        // The edges of the hull with the nearest face are more likely to be proven completely.
        const bool bFirst = result_.best.features.kind == FeaturePair::Kind::FaceB;
        UnprovenEdgeFinder<kSize>& finderOfFirst = bFirst ? arcsOfB : arcsOfA;
        UnprovenEdgeFinder<kSize>& finderOfSecond = bFirst ? arcsOfA : arcsOfB;
        for (UnprovenEdges first; first.fill(finderOfFirst);) {
            for (UnprovenEdges second; second.fill(finderOfSecond);) {
                if (tryEdges(bFirst ? second : first, bFirst ? first : second)) {
                    return true;
                }
            }
        }
        return false;
    }

    HWY_INLINE bool tryEdges(const UnprovenEdges& arcsOfA, const UnprovenEdges& arcsOfB) {
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

    /// Computes the depth of crossing arcs. The normal is inexact for short or nearly parallel arcs; supports
    /// along it make its depth valid.
    HWY_INLINE void tryEdgePair(const Float4& normal, float depth, std::uint32_t edgeOfA,
                                std::uint32_t edgeOfB) {
        const SupportScan<kSize> scanA(a_, normal);
        const SupportScan<kSize> scanB(b_, rotateNegated(pose_.rows, normal));
        const float supported = scanA.value() + scanB.value() - dot(normal, pose_.centerBInA);
        offer(std::max(depth, supported), normal, {FeaturePair::Kind::EdgeEdge, edgeOfA, edgeOfB});
    }

    /// Stores a push if it is the shortest so far; returns whether it is.
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

    /// Starts from the previous query: its axis may still separate, its features give an upper bound, and its
    /// certificate mostly the proof. All are evaluated at the current poses, so the answer is exact for any
    /// motion.
    HWY_INLINE bool resume(PairCache& cache) {
        switch (cache.kind) {
            case PairCache::Kind::SeparatingAxis:
                return stillSeparates({{cache.axis[0], cache.axis[1], cache.axis[2], 0.0f}});
            case PairCache::Kind::Features:
                return exist(cache.features) && tryPrevious(cache.features, cache.certificate);
            default:
                return false;
        }
    }

    HWY_INLINE bool stillSeparates(const Float4& axis) {
        const SupportScan<kSize> scanA(a_, axis);
        const SupportScan<kSize> scanB(b_, rotateNegated(pose_.rows, axis));
        // Only a damaged cache has other axes. They would underflow or overflow.
        constexpr float kMinSquared = 1e-30f, kMaxSquared = 1e30f;
        const float lengthSquared = dot(axis, axis);
        return lengthSquared > kMinSquared && lengthSquared < kMaxSquared &&
               scanA.value() + scanB.value() - dot(axis, pose_.centerBInA) < 0.0f && separatedBy(axis);
    }

    /// Whether the hulls have these features. A cache from a snapshot may be damaged or forged.
    HWY_INLINE bool exist(const FeaturePair& features) const {
        switch (features.kind) {
            case FeaturePair::Kind::FaceA:
                return features.a < a_.faceCount;
            case FeaturePair::Kind::FaceB:
                return features.b < b_.faceCount;
            case FeaturePair::Kind::EdgeEdge:
                return features.a < a_.edges.size() && features.b < b_.edges.size();
            default:
                return false;
        }
    }

    HWY_INLINE bool tryPrevious(const FeaturePair& features, PairCache::Certificate& certificate) {
        switch (features.kind) {
            case FeaturePair::Kind::FaceA: {
                const Float4 normal = normalOf(a_, features.a);
                const std::uint32_t vertex =
                    SupportScan<kSize>(b_, rotateNegated(pose_.rows, normal)).vertex();
                const Float4 point = addWitnessOfB(vertex);
                return offerPrevious(a_.faceOffset[features.a] - dot(normal, point), normal,
                                     {features.kind, features.a, vertex}) ||
                       previousFaceProven(certificate, a_, point);
            }
            case FeaturePair::Kind::FaceB: {
                const Float4 normal = normalOf(b_, features.b);
                const Float4 inward = rotateNegated(pose_.columns, normal);
                const std::uint32_t vertex = SupportScan<kSize>(a_, inward).vertex();
                const Float4 point = addWitnessOfA(vertex);
                return offerPrevious(b_.faceOffset[features.b] - dot(normal, point), inward,
                                     {features.kind, vertex, features.b}) ||
                       previousFaceProven(certificate, b_, point);
            }
            default:  // EdgeEdge, the only other kind for overlapping hulls
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
        // After a rotation of the hulls, other vertices may be the support along this normal. With feature
        // hysteresis, the edges may be a little behind the support.
        const float heightOfA = dot(normal, vectorOf(arcA, Arc::Vertex));
        const float heightOfB = dot(normal, pose_.centerBInA) - dot(normal, vectorOf(arcB, Arc::Vertex));
        const float behind = std::max(scanA.value() - heightOfA, scanB.value() - heightOfB);
        constexpr float kMaxBehind = 0.005f;
        const float depth = scanA.value() + scanB.value() - dot(normal, pose_.centerBInA);
        if (behind <= 4.0f * slack_) {
            return offerPrevious(depth, normal, features) ||
                   provenBy(certificate, depthToProve(), Proof::Certificate) ||
                   provenAfterRepair(certificate, depthToProve());
        }
        set(result_.previous, depth, normal, features);
        result_.hasPrevious = behind <= kMaxBehind * (a_.radius + b_.radius);
        return false;
    }

    /// Tries the ball before a repair, because it is cheaper.
    HWY_INLINE bool previousFaceProven(PairCache::Certificate& certificate, const KernelHull& hull,
                                       const Float4& vertexOfOther) {
        return provenBy(certificate, depthToProve(), Proof::Certificate) ||
               provenByBall(hull, vertexOfOther) || provenAfterRepair(certificate, depthToProve());
    }

    HWY_INLINE bool offerPrevious(float depth, const Float4& normal, const FeaturePair& features) {
        set(result_.previous, depth, normal, features);
        result_.hasPrevious = true;
        offer(depth, normal, features);
        return best_ < 0.0f && separatedBy(normal);
    }

    HWY_INLINE static void set(PenetrationCandidate& push, float depth, const Float4& normal,
                               const FeaturePair& features) {
        push.features = features;
        push.depth = depth;
        push.normal = store(assemble(normal));
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
    float slack_;  ///< rounding error of depths; without it, all faces of equal depth would be tested
    float best_ = 1e30f;
    std::uint32_t bestWitnessOfA_ = 0, bestWitnessOfB_ = 0;  ///< the witnesses that were added with `best_`
    bool found_ = false, keepsFeature_ = false;
    Witnesses witnessesOfB_;  ///< points of B in A's frame: bounds for A's faces
    Witnesses witnessesOfA_;  ///< points of A in B's frame
    FaceBounds<kSize> facesOfA_;
    FaceBounds<kSize> facesOfB_;
};

template <SizeClass kSize>
HWY_NOINLINE void certifiedPenetration(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                       PairCache* cache, bool keepsFeature, KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, result).run(cache, keepsFeature);
}

template <SizeClass kSize>
HWY_NOINLINE void certifiedOverlap(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                   KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, result).decide();
}

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
