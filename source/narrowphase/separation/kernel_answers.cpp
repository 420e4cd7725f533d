#include "narrowphase/separation/kernel_answers.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>

#include <optional>

namespace sat3d::SAT3D_ABI {

namespace {

/// Asks the kernels like findPush().
template <class Pair>
Verdict askKernels(const Pair& pair, bool isSwapped, float margin, Penetration& penetration,
                   FeaturePair& features) {
    const auto& [a, b, poseA, poseB] = pair;
    if (pair.areBoxes()) {
        const Verdict verdict =
            boxPenetrationKernel(a.box(), poseA, b.box(), poseB, isSwapped, margin, penetration);
        features = penetration.features;
        return verdict;
    }
    if constexpr (!Pair::kAreBoxes) {
        if (!pair.makeHulls()) {
            return Verdict::Undecided;
        }
        if (!(margin > 0.0f)) {
            return penetrationKernel(a.hull(), poseA, b.hull(), poseB, isSwapped, penetration);
        }
        KernelResult result;
        searchHulls(pair, isSwapped, margin, result, penetration);
        if (result.verdict != Verdict::Separated) {
            return result.verdict;
        }
        if (result.isBeyondMargin) {
            return Verdict::BeyondMargin;
        }
        features = toMeshFeatures(a.hull(), b.hull(), result.best.features);
    }
    return Verdict::Separated;
}

/// Decides two hulls that the kernels leave undecided, by the projection SAT in double.
template <class T>
Verdict decideInDouble(const PosedPair<T>& pair, std::optional<Penetration>& found, FeaturePair& features) {
    const ConvexHull &a = pair.a.hull(), &b = pair.b.hull();
    const RigidTransform bInA = poseBInA(pair.poseA, pair.poseB);
    const PlaneSatResult best = planeSat(a, b, bInA);
    features = best.features;
    if (sphereSeparation(a, b, bInA).separation < 0.0) {  // false for NaN
        const glm::dvec3 normal = localToWorld(pair.poseA).rotation * best.normalAToB;
        found = toPenetration(normal, best.separation, best.features);
    } else {
        found.reset();
    }
    if (pair.isSwapped) {
        flip(found);
    }
    return found ? Verdict::Overlapping : Verdict::Separated;
}

}  // namespace

template <class T>
bool kernelOverlap(const PosedPair<T>& given) {
    const PosedPair<T> pair = inSoundOrder(given);
    const Verdict verdict = askOfForms(pair, []<class Pair>(const Pair& forms) {
        const auto& [a, b, poseA, poseB] = forms;
        if (forms.areBoxes()) {
            return boxOverlapKernel(a.box(), poseA, b.box(), poseB);
        }
        return forms.makeHulls() ? overlapKernel(a.hull(), poseA, b.hull(), poseB) : Verdict::Undecided;
    });
    assertFinite(verdict);
    return verdict == Verdict::Undecided ? kernelPenetration(pair, 0.0f).has_value()
                                         : verdict == Verdict::Overlapping;
}
template bool kernelOverlap(const PosedPair<float>&);
template bool kernelOverlap(const PosedPair<double>&);

template <class T>
std::optional<Penetration> kernelPenetration(const PosedPair<T>& given, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    const PosedPair<T> pair = inSoundOrder(given);
    std::optional<Penetration> found;  // the only object that is returned, so that it is not copied
    FeaturePair features;
    const Verdict verdict = findPush(pair, margin, found, features);
    if (verdict == Verdict::Undecided) {
        found = penetrationFromSeparation(pair, margin);
        if (pair.isSwapped) {
            flip(found);
        }
    } else if (found) {
        found->depth += margin;
    } else if (verdict == Verdict::Separated && margin > 0.0f) {
        found = penetrationOfApart(pair, features, margin);
    }
    return found;
}
template std::optional<Penetration> kernelPenetration(const PosedPair<float>&, float);
template std::optional<Penetration> kernelPenetration(const PosedPair<double>&, float);

template <class T>
Verdict findPush(const PosedPair<T>& pair, float margin, std::optional<Penetration>& found,
                 FeaturePair& features) {
    found.emplace();  // the kernels write here
    const Verdict verdict = askOfForms(
        pair, [&](const auto& forms) { return askKernels(forms, pair.isSwapped, margin, *found, features); });
    assertFinite(verdict);
    if (verdict == Verdict::Undecided && areHulls(pair.a, pair.b)) {
        return decideInDouble(pair, found, features);
    }
    if (verdict != Verdict::Overlapping) {
        found.reset();
    }
    return verdict;
}
template Verdict findPush(const PosedPair<float>&, float, std::optional<Penetration>&, FeaturePair&);
template Verdict findPush(const PosedPair<double>&, float, std::optional<Penetration>&, FeaturePair&);

template <class T>
std::optional<Penetration> penetrationOfApart(const PosedPair<T>& pair, const FeaturePair& features,
                                              float margin) {
    SeparationQuery query;
    query.limit = margin;
    std::optional<Penetration> found =
        penetrationFromSeparation(separationOfApart(pair, features, query), margin);
    if (pair.isSwapped) {
        flip(found);
    }
    return found;
}
template std::optional<Penetration> penetrationOfApart(const PosedPair<float>&, const FeaturePair&, float);
template std::optional<Penetration> penetrationOfApart(const PosedPair<double>&, const FeaturePair&, float);

}  // namespace sat3d::SAT3D_ABI
