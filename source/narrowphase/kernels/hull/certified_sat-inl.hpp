// The certified separating axis test: computes the minimum translation of two hulls, and proves that the axes
// it skips cannot give a shorter one. See docs/kernels.md.
#if defined(SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#undef SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#else
#define SAT3D_KERNELS_CERTIFIED_SAT_INL_HPP
#endif

#include "narrowphase/kernels/hull/adjacency-inl.hpp"
#include "narrowphase/kernels/hull/face_bounds-inl.hpp"
#include "narrowphase/kernels/hull/gauss_map_arcs-inl.hpp"
#include "narrowphase/kernels/hull/unproven_edges-inl.hpp"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// One query. Its steps share the members, and are defined in the order in which they run.
template <SizeClass kSize>
class CertifiedSat {
public:
    /// @param margin  hulls that are apart by at most this get the features of the largest separation; 0: any
    /// separating axis ends the search
    HWY_INLINE CertifiedSat(const KernelHull& a, const KernelHull& b, const RelativePose& pose, float margin,
                            KernelResult& result)
        : a_(a),
          b_(b),
          pose_(pose),
          result_(result),
          centerAInB_(rotateNegated(pose.rows, pose.centerBInA)),
          slack_(kSlack * (a.radius + b.radius)),
          apart_(margin > 0.0f ? -margin - kMarginSlack * slack_ : 0.0f),
          witnessesOfB_(pose.centerBInA, b.innerRadius),
          witnessesOfA_(centerAInB_, a.innerRadius) {}

    /// Computes the minimum translation.
    HWY_INLINE void run() {
        if (!(startFromCenters() || searchFaces() || isNearFace() || searchEdges())) {
            result_.verdict = !found_                         ? Verdict::Undecided
                              : best_ < 0.0f || centersApart_ ? Verdict::Separated
                                                              : Verdict::Overlapping;
        }
    }

    /// Tests only whether the hulls overlap: features whose depth is clearly positive need no exact depth.
    /// The verdict is Undecided within rounding errors of touching; then run() decides.
    HWY_INLINE void decide() {
        // The limit includes the rounding errors of decide() and run(), so that run() finds no separating
        // axis for an overlap.
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
        const float reach = a_.radius + b_.radius, beyond = reach - apart_;
        if (distanceSquared > beyond * beyond) {
            return separatedBy(pose_.centerBInA);
        }
        const float depthTimesDistance = scanA.value() + scanB.value() - distanceSquared;
        const float distance = std::sqrt(distanceSquared);
        if (depthTimesDistance < apart_ * distance) {
            return separatedBy(pose_.centerBInA);
        }
        // This axis ends a search without a margin. So it decides the sign with a margin, too: by rounding,
        // the depths of all features may be above 0.
        centersApart_ = depthTimesDistance < 0.0f || distanceSquared > reach * reach;
        // Only an upper bound of the depth: the search must still find features. So it is none for hulls that
        // are apart.
        if (distance > 1e-6f * reach && !centersApart_) {
            best_ = std::min(best_, depthTimesDistance / distance + 2.0f * slack_);
        }
        facesOfA_.start(a_, witnessesOfB_);
        facesOfB_.start(b_, witnessesOfA_);
        // These faces depend on the inner balls only, so the processor can select them in parallel with the
        // scans.
        facesOfA_.findSmallest();
        facesOfB_.findSmallest();
        addWitnessOfB(scanB.vertex());
        addWitnessOfA(scanA.vertex());
        return tryFaces<2>(facesOfA_.face(), facesOfB_.face());
    }

    /// Selects the face with the smallest bound, computes its exact depth, and raises all bounds with the
    /// support vertex that this finds. Repeats until every face is exact or proven. Handles a face of A and a
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

    /// Finds the face with the smallest bound, which is then faces.face(). Returns false if all faces are
    /// proven.
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
    /// @tparam kNewWitnesses the number of witnesses of each hull that have not raised the bounds yet,
    /// including the new one
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
        const float depthA = a_.faceOffset(faceOfA) - dot(normalA, pointOfB);
        const float depthB = b_.faceOffset(faceOfB) - dot(normalB, pointOfA);
        // The face is selected without a branch, which would often be mispredicted.
        const bool isB = depthB < depthA;
        const FeaturePair features{isB ? FeaturePair::Kind::FaceB : FeaturePair::Kind::FaceA,
                                   isB ? vertexOfA : faceOfA, isB ? faceOfB : vertexOfB};
        if (offer(isB ? depthB : depthA, isB ? inwardInA : normalA, features) &&
            (best_ < 0.0f ? best_ < apart_ && separatedBy(result_.best.normal)
                          : provenByBall(isB ? b_ : a_, isB ? pointOfA : pointOfB))) {
            return true;
        }
        // The bounds are raised after the new depth is known, because this depth drops the blocks that the
        // balls prove.
        facesOfA_.template raise<kNewWitnesses>(a_, witnessesOfB_, witnessesOfB_.count - kNewWitnesses,
                                                best_ - slack_);
        facesOfB_.template raise<kNewWitnesses>(b_, witnessesOfA_, witnessesOfA_.count - kNewWitnesses,
                                                best_ - slack_);
        return false;
    }

    /// Ends the search for hulls that a face separates by at most the margin: if the vertex lies over the
    /// face, because no edges can separate them by more, and for large hulls, because few edges are proven if
    /// the depth is negative.
    HWY_INLINE bool isNearFace() {
        if (!(best_ < 0.0f) || !(kSize == SizeClass::Any || isOverFace())) {
            return false;
        }
        result_.verdict = Verdict::Separated;
        return true;
    }

    /// Whether the vertex of the best face lies over it. Returns false for faces without a loop.
    HWY_INLINE bool isOverFace() const {
        const auto& [kind, ofA, ofB] = result_.best.features;
        return kind == FeaturePair::Kind::FaceA
                   ? isOver(a_, ofA, transform(pose_.columns, pose_.centerBInA, vertexOf(b_, ofB)))
                   : isOver(b_, ofB, transform(pose_.rows, centerAInB_, vertexOf(a_, ofA)));
    }

    /// Tests whether a vertex of the other hull is the center of a ball of the best depth inside this hull.
    /// This proves half of all shallow overlaps. Fails within rounding errors of touching: a point may be
    /// near both planes of a sharp edge and still far from the edge.
    HWY_INLINE bool provenByBall(const KernelHull& hull, const Float4& vertexOfOther) {
        if (!containsBall<kSize>(hull, vertexOfOther, std::max(best_ - slack_, slack_))) {
            return false;
        }
        result_.verdict = Verdict::Overlapping;
        return true;
    }

    /// Tests the unproven edges of both hulls against each other. Usually there are none, or one to five. It
    /// is not inlined, because it would take registers from the search of faces (3 % of the time for large
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
                // Hulls that are apart prefer a face if the difference is within the rounding error.
                if (crossArcs(a_.edges[arcsOfA.edges[i]], arcB, normal, depth) &&
                    depth < (best_ < 0.0f ? best_ - slack_ : best_)) {
                    offer(supportedDepth<kSize>(a_, b_, pose_, normal, depth), normal,
                          {FeaturePair::Kind::EdgeEdge, arcsOfA.edges[i], arcsOfB.edges[j]});
                    if (best_ < apart_) {
                        return separatedBy(result_.best.normal);
                    }
                }
            }
        }
        return false;
    }

    /// Stores a push if it is the shortest so far; returns whether it is.
    HWY_INLINE bool offer(float depth, const Float4& normal, const FeaturePair& features) {
        if (!(depth < best_)) {
            return false;
        }
        best_ = depth;
        bestWitnessOfA_ = witnessesOfA_.count - 1;
        bestWitnessOfB_ = witnessesOfB_.count - 1;
        setPush(result_.best, depth, normal, features);
        found_ = true;
        return true;
    }

    /// Ends the search with an axis that separates by more than the margin.
    HWY_INLINE bool separatedBy(const Float4& axis) {
        result_.best.normal = axis;
        result_.isBeyondMargin = true;
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

    const KernelHull& a_;
    const KernelHull& b_;
    const RelativePose& pose_;
    KernelResult& result_;
    Float4 centerAInB_;
    float slack_;  ///< rounding error of depths; without it, all faces of equal depth would be tested
    float apart_;  ///< an axis with a smaller depth ends the search: minus the margin and its rounding
    float best_ = 1e30f;
    std::uint32_t bestWitnessOfA_ = 0, bestWitnessOfB_ = 0;  ///< the witnesses that were added with `best_`
    bool found_ = false;
    bool centersApart_ = false;  ///< the line between the centers separates the hulls, up to the margin
    Witnesses witnessesOfB_;     ///< points of B in A's frame: bounds for A's faces
    Witnesses witnessesOfA_;     ///< points of A in B's frame
    FaceBounds<kSize> facesOfA_;
    FaceBounds<kSize> facesOfB_;
};

template <SizeClass kSize>
HWY_NOINLINE void certifiedPenetration(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                       float margin, KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, margin, result).run();
}

template <SizeClass kSize>
HWY_NOINLINE void certifiedOverlap(const KernelHull& a, const KernelHull& b, const RelativePose& pose,
                                   KernelResult& result) {
    CertifiedSat<kSize>(a, b, pose, 0.0f, result).decide();
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
