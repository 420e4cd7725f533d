#include "narrowphase/separation/hull_hull.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"
#include "narrowphase/separation/near_push.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

using detail::KernelHull;
using detail::KernelResult;
using detail::Verdict;

const KernelHull& kernelOf(const ConvexHull& hull) {
    return hull.data().kernel;
}

/// Checks a caller's pair and returns it in the canonical order. Kernels write answers in the caller's order.
template <class T>
PosedHulls<T> ordered(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                      const BasicPose<T>& poseB) {
    assertSound(poseA);
    assertSound(poseB);
    const PosedHulls<T> pair{a, poseA, b, poseB};
    // A branch, not a conditional move: the order is known early, so a misprediction is resolved while the
    // previous query still runs. With conditional moves, all that follows would wait for them.
    if (needsSwap(pair)) {
        return pair.flipped();
    }
    return pair;
}

/// Decides a pair that the kernel leaves undecided, by the projection SAT in double.
template <class T>
std::optional<Penetration> decideInDouble(const PosedHulls<T>& pair) {
    const RigidTransform bInA = poseBInA(pair.poseA, pair.poseB);
    if (!(sphereSeparation(pair.a, pair.b, bInA).separation < 0.0)) {
        return std::nullopt;  // also for NaN
    }
    const PlaneSatResult best = planeSat(pair.a, pair.b, bInA);
    const glm::dvec3 normal = localToWorld(pair.poseA).rotation * best.normalAToB;
    std::optional<Penetration> penetration = toPenetration(normal, best.separation, best.features);
    return pair.isSwapped ? flipped(penetration) : penetration;
}

void assertFinite([[maybe_unused]] Verdict verdict) {
    SAT3D_ASSERT(verdict != Verdict::NotFinite, "poses must be finite, with positions within 1e15 m");
}

/// Completes what a kernel has written into `penetration`: decides an undecided pair, or removes the answer.
template <class T>
void settle(Verdict verdict, const PosedHulls<T>& pair, std::optional<Penetration>& penetration) {
    assertFinite(verdict);
    if (verdict == Verdict::Undecided) {
        penetration = decideInDouble(pair);
    } else if (verdict != Verdict::Overlapping) {
        penetration.reset();
    }
}

template <class T>
std::optional<Penetration> penetrationOf(const PosedHulls<T>& pair) {
    std::optional<Penetration> penetration(std::in_place);  // the kernel writes here
    settle(detail::penetrationKernel(kernelOf(pair.a), pair.poseA, kernelOf(pair.b), pair.poseB,
                                     pair.isSwapped, *penetration),
           pair, penetration);
    return penetration;
}

template <class T>
bool areBoxes(const PosedHulls<T>& pair) {
    return kernelOf(pair.a).box && kernelOf(pair.b).box;
}

/// The features of the largest separation of hulls that do not overlap, as the kernel or the projection SAT
/// found it.
template <class T>
FeaturePair nearFeatures(const PosedHulls<T>& pair, const KernelResult& result) {
    return result.verdict == Verdict::Separated
               ? detail::toMeshFeatures(kernelOf(pair.a), kernelOf(pair.b), result.best.features)
               : planeSat(pair.a, pair.b, poseBInA(pair.poseA, pair.poseB)).features;
}

/// Computes penetration() of two hulls without a margin.
/// @param features  receives the features of the largest separation if the hulls are apart
/// @return whether the hulls may be apart by less than the margin
template <class T>
bool findPenetrationOrFeatures(const PosedHulls<T>& pair, float margin, std::optional<Penetration>& found,
                               FeaturePair& features) {
    found.emplace();  // the kernels write here
    if (areBoxes(pair)) {
        const Verdict verdict = detail::boxPenetrationKernel(kernelOf(pair.a), pair.poseA, kernelOf(pair.b),
                                                             pair.poseB, pair.isSwapped, margin, *found);
        features = found->features;
        settle(verdict, pair, found);
        return verdict == Verdict::Separated;
    }
    KernelResult result;
    askKernel(pair, margin, result, *found);
    settle(result.verdict, pair, found);
    if (found || result.isBeyondMargin) {
        return false;
    }
    features = nearFeatures(pair, result);
    return true;
}

}  // namespace

template <class T>
bool hullsOverlap(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                  const BasicPose<T>& poseB) {
    const PosedHulls<T> pair = ordered(a, poseA, b, poseB);
    const Verdict verdict = detail::overlapKernel(kernelOf(pair.a), pair.poseA, kernelOf(pair.b), pair.poseB);
    assertFinite(verdict);
    return verdict == Verdict::Undecided ? penetrationOf(pair).has_value() : verdict == Verdict::Overlapping;
}
template bool hullsOverlap(const ConvexHull&, const Pose&, const ConvexHull&, const Pose&);
template bool hullsOverlap(const ConvexHull&, const DPose&, const ConvexHull&, const DPose&);

template <class T>
std::optional<Penetration> hullPenetration(const ConvexHull& a, const BasicPose<T>& poseA,
                                           const ConvexHull& b, const BasicPose<T>& poseB) {
    return penetrationOf(ordered(a, poseA, b, poseB));
}
template std::optional<Penetration> hullPenetration(const ConvexHull&, const Pose&, const ConvexHull&,
                                                    const Pose&);
template std::optional<Penetration> hullPenetration(const ConvexHull&, const DPose&, const ConvexHull&,
                                                    const DPose&);

template <class T>
std::optional<Penetration> hullPenetration(const ConvexHull& a, const BasicPose<T>& poseA,
                                           const ConvexHull& b, const BasicPose<T>& poseB, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    const PosedHulls<T> pair = ordered(a, poseA, b, poseB);
    std::optional<Penetration> found;
    FeaturePair features;
    const bool isNear = findPenetrationOrFeatures(pair, margin, found, features);
    if (found) {
        found->depth += margin;
    } else if (isNear && margin > 0.0f) {
        found = penetrationWithin(pair, features, margin);
    }
    return found;
}
template std::optional<Penetration> hullPenetration(const ConvexHull&, const Pose&, const ConvexHull&,
                                                    const Pose&, float);
template std::optional<Penetration> hullPenetration(const ConvexHull&, const DPose&, const ConvexHull&,
                                                    const DPose&, float);

template <class T>
std::optional<Penetration> penetrationWithin(const PosedHulls<T>& pair, const FeaturePair& features,
                                             float margin) {
    const auto& [a, poseA, b, poseB, isSwapped] = pair;
    const std::optional<Penetration> found =
        apartPenetration<T>({ShapeRef(a), poseA, ShapeRef(b), poseB}, features, margin);
    return isSwapped ? flipped(found) : found;
}
template std::optional<Penetration> penetrationWithin(const PosedHulls<float>&, const FeaturePair&, float);
template std::optional<Penetration> penetrationWithin(const PosedHulls<double>&, const FeaturePair&, float);

template <class T>
std::optional<Penetration> penetrationOrFeatures(const PosedHulls<T>& pair, FeaturePair& features) {
    std::optional<Penetration> found;
    (void)findPenetrationOrFeatures(pair, detail::kAnyDistance, found, features);
    return found;
}
template std::optional<Penetration> penetrationOrFeatures(const PosedHulls<float>&, FeaturePair&);
template std::optional<Penetration> penetrationOrFeatures(const PosedHulls<double>&, FeaturePair&);

template <class T>
void askKernel(const PosedHulls<T>& pair, float margin, KernelResult& result, Penetration& penetration) {
    detail::detailedPenetrationKernel(kernelOf(pair.a), pair.poseA, kernelOf(pair.b), pair.poseB,
                                      pair.isSwapped, margin, result, penetration);
    assertFinite(result.verdict);
    completeNear(pair.a, pair.poseA, pair.b, pair.isSwapped, margin, result, penetration);
}
template void askKernel(const PosedHulls<float>&, float, KernelResult&, Penetration&);
template void askKernel(const PosedHulls<double>&, float, KernelResult&, Penetration&);

}  // namespace sat3d::SAT3D_ABI
