#include "math/pose_contract.hpp"
#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/separation/box_hull.hpp"
#include "narrowphase/separation/hull_hull.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::RoundGapStatus;

template <class T>
WorldSeparation<T> separationUpTo(float margin, const PosedPair<T>& pair) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    SeparationQuery query;
    query.limit = margin;
    return separationInWorld<T>(pair, query);
}

/// Whether the separation is below a margin. The first pair of children that proves it ends the search.
template <class T>
bool isCloserThan(float margin, const PosedPair<T>& pair) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    SeparationQuery query;
    query.limit = query.enough = margin;
    return separationInWorld<T>(pair, query).separation < margin;
}

/// Constructs the answer in place, member by member: copying it as a whole would stall on store forwarding.
void emplace(std::optional<Penetration>& found, const glm::vec3& normal, float depth,
             const FeaturePair& features, const ChildPair& children) {
    found.emplace();
    found->normal = normal;
    found->depth = depth;
    found->features.kind = features.kind;
    found->features.a = features.a;
    found->features.b = features.b;
    found->children = children;
}

}  // namespace

template <class T>
std::optional<Penetration> penetrationFromSeparation(const WorldSeparation<T>& answer, float margin) {
    std::optional<Penetration> found;
    if (answer.separation < margin) {  // false for NaN
        emplace(found, answer.normal, margin - answer.separation, answer.features, answer.children);
    }
    return found;
}
template std::optional<Penetration> penetrationFromSeparation(const WorldSeparation<float>&, float);
template std::optional<Penetration> penetrationFromSeparation(const WorldSeparation<double>&, float);

template <class T>
std::optional<Penetration> apartPenetration(const PosedPair<T>& pair, const FeaturePair& features,
                                            float margin) {
    SeparationQuery query;
    query.limit = margin;
    return penetrationFromSeparation(separationOfApart(pair, features, query), margin);
}
template std::optional<Penetration> apartPenetration(const PosedPair<float>&, const FeaturePair&, float);
template std::optional<Penetration> apartPenetration(const PosedPair<double>&, const FeaturePair&, float);

template <class T>
std::optional<Penetration> penetrationFromSeparation(const PosedPair<T>& pair, float margin) {
    return penetrationFromSeparation(separationUpTo(margin, pair), margin);
}
template std::optional<Penetration> penetrationFromSeparation(const PosedPair<float>&, float);
template std::optional<Penetration> penetrationFromSeparation(const PosedPair<double>&, float);

namespace {

/// Adds the margin to the answer for the shapes without it.
/// @param found  the answer without a margin
template <class T>
void widen(const PosedPair<T>& pair, float margin, std::optional<Penetration>& found) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    if (!(margin > 0.0f)) {
        return;
    }
    if (found) {
        found->depth += margin;
    } else {
        found = penetrationFromSeparation(pair, margin);
    }
}

// Two functions: one for both would copy the answer of two boxes, which would stall on store forwarding.
template <class T>
std::optional<Penetration> penetrationOfBoxes(const PosedPair<T>& pair, float margin) {
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    std::optional<Penetration> found = boxPenetration(needsSwap(pair) ? pair.flipped() : pair, margin);
    widen(pair, margin, found);
    return found;
}
template <class T>
std::optional<Penetration> penetrationOfBoxAndHull(const PosedPair<T>& pair, float margin) {
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    std::optional<Penetration> found;
    if (!findBoxHullPenetration(needsSwap(pair) ? pair.flipped() : pair, found, margin)) {
        return penetrationFromSeparation(pair, margin);
    }
    widen(pair, margin, found);
    return found;
}

template <class T>
bool doBoxAndHullOverlap(const PosedPair<T>& pair, float margin) {
    assertSound(pair.poseA);
    assertSound(pair.poseB);
    const detail::Verdict verdict =
        margin == 0.0f ? boxHullOverlap(needsSwap(pair) ? pair.flipped() : pair) : detail::Verdict::Undecided;
    return verdict == detail::Verdict::Undecided ? penetrationOfBoxAndHull(pair, margin).has_value()
                                                 : verdict == detail::Verdict::Overlapping;
}

// Two functions that read the gap directly: a WorldSeparation in between would take as long as the gap.
template <class T>
std::optional<Penetration> penetrationOfRound(const PosedPair<T>& pair, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    detail::RoundGap gap;
    std::optional<Penetration> found;  // the only object that is returned, so that it is not copied
    const RoundGapStatus status = detail::roundGapKernel(pair, {margin, false}, gap);
    if (status == RoundGapStatus::Undefined) {
        found = penetrationFromSeparation(pair, margin);
    } else if (status == RoundGapStatus::Found && gap.separation < margin) {
        emplace(found, gap.normalAToB(), margin - gap.separation, gap.features(), {});
    }
    return found;
}
template <class T>
bool doRoundOverlap(const PosedPair<T>& pair, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    detail::RoundGap gap;
    const RoundGapStatus status = detail::roundGapKernel(pair, {margin, false}, gap);
    return status == RoundGapStatus::Undefined ? isCloserThan(margin, pair)
                                               : status == RoundGapStatus::Found && gap.separation < margin;
}

/// Computes the penetration of any pair except two hulls.
template <class T>
std::optional<Penetration> penetrationOfOthers(const PosedPair<T>& pair, float margin) {
    if (detail::hasRoundGap(pair.a, pair.b)) {
        return penetrationOfRound(pair, margin);
    }
    if (areBoxes(pair.a, pair.b)) {
        return penetrationOfBoxes(pair, margin);
    }
    if (areBoxAndHull(pair.a, pair.b)) {
        return penetrationOfBoxAndHull(pair, margin);
    }
    return penetrationFromSeparation(pair, margin);
}

}  // namespace

template <class T>
bool overlaps(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
              const std::type_identity_t<BasicPose<T>>& poseB, const OverlapOptions& options) {
    if (areHulls(a, b)) {
        return options.margin == 0.0f
                   ? hullsOverlap(a.hull(), poseA, b.hull(), poseB)
                   : hullPenetration<T>(a.hull(), poseA, b.hull(), poseB, options.margin).has_value();
    }
    if (areBoxes(a, b)) {
        return penetrationOfBoxes<T>({a, poseA, b, poseB}, options.margin).has_value();
    }
    if (areBoxAndHull(a, b)) {
        return doBoxAndHullOverlap<T>({a, poseA, b, poseB}, options.margin);
    }
    if (detail::hasRoundGap(a, b)) {
        return doRoundOverlap<T>({a, poseA, b, poseB}, options.margin);
    }
    return isCloserThan<T>(options.margin, {a, poseA, b, poseB});
}
template SAT3D_API bool overlaps(ShapeRef, const Pose&, ShapeRef, const Pose&, const OverlapOptions&);
template SAT3D_API bool overlaps(ShapeRef, const DPose&, ShapeRef, const DPose&, const OverlapOptions&);

template <class T>
std::optional<Penetration> penetration(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                       const std::type_identity_t<BasicPose<T>>& poseB,
                                       const PenetrationOptions& options) {
    // The answer is returned without a conditional operator, which would copy it: a copy stalls on store
    // forwarding.
    if (areHulls(a, b)) {
        if (options.margin == 0.0f) {
            return hullPenetration(a.hull(), poseA, b.hull(), poseB);
        }
        return hullPenetration<T>(a.hull(), poseA, b.hull(), poseB, options.margin);
    }
    return penetrationOfOthers<T>({a, poseA, b, poseB}, options.margin);
}
template SAT3D_API std::optional<Penetration> penetration(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                          const PenetrationOptions&);
template SAT3D_API std::optional<Penetration> penetration(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                          const PenetrationOptions&);

}  // namespace sat3d::SAT3D_ABI
