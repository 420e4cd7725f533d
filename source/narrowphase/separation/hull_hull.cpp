#include "narrowphase/separation/hull_hull.hpp"

#include "math/pose_contract.hpp"
#include "narrowphase/kernels/hull/hull_kernels.hpp"
#include "narrowphase/kernels/hull/penetration_certificate.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>

#include <glm/ext/quaternion_float.hpp>
#include <glm/geometric.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::DetailedQuery;
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

/// Adapts the cache to a pair in the canonical order. The order of equal hulls follows their poses and may
/// change from frame to frame. The order of different hulls never changes.
template <class T>
void fit(PairCache& cache, const PosedHulls<T>& pair) {
    const std::uint64_t hashA = pair.a.data().contentHash, hashB = pair.b.data().contentHash;
    const std::uint64_t pairHash = hashA * 31 + hashB;
    if (cache.version != PairCache::kVersion || cache.pairHash != pairHash) {
        cache = PairCache{};
        cache.pairHash = pairHash;
    } else if (hashA == hashB && (cache.isSwapped != 0) != pair.isSwapped) {
        if (cache.kind == PairCache::Kind::SeparatingAxis) {
            cache.kind = PairCache::Kind::Empty;
        }
        flip(cache.features);
        flip(cache.heldFeatures);
        detail::flip(cache.certificate);
    }
    cache.isSwapped = pair.isSwapped ? 1 : 0;
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

/// Whether the certified test proves that two hulls are farther apart than the margin.
template <class T>
bool areBeyondMargin(const PosedHulls<T>& pair, PairCache* cache, float margin) {
    KernelResult result;
    Penetration unused;
    askKernel(pair, {cache, false, margin}, result, unused);
    return result.isBeyondMargin;
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
                                           const ConvexHull& b, const BasicPose<T>& poseB, PairCache* cache,
                                           const PenetrationOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    const PosedHulls<T> pair = ordered(a, poseA, b, poseB);
    std::optional<Penetration> found;
    KernelResult result;
    const bool keepsFeature = options.featureHysteresis && cache != nullptr;
    if (areBoxes(pair) && !keepsFeature) {
        // Testing the 15 axes of two boxes is faster than reading the cache.
        found = penetrationOf(pair);
        result.isBeyondMargin =
            !found && options.margin > 0.0f && areBeyondMargin(pair, cache, options.margin);
    } else {
        found.emplace();  // the kernel writes here
        askKernel(pair, {cache, keepsFeature, options.margin}, result, *found);
        settle(result.verdict, pair, found);
    }
    if (options.margin > 0.0f) {
        if (found) {
            found->depth += options.margin;
        } else if (!result.isBeyondMargin) {
            found = penetrationWithin(pair, cache, options.margin);
        }
    }
    return found;
}
template std::optional<Penetration> hullPenetration(const ConvexHull&, const Pose&, const ConvexHull&,
                                                    const Pose&, PairCache*, const PenetrationOptions&);
template std::optional<Penetration> hullPenetration(const ConvexHull&, const DPose&, const ConvexHull&,
                                                    const DPose&, PairCache*, const PenetrationOptions&);

template <class T>
std::optional<Penetration> penetrationWithin(const PosedHulls<T>& pair, PairCache* cache, float margin) {
    const auto& [a, poseA, b, poseB, isSwapped] = pair;
    const ShapeRef shapeA(a), shapeB(b);
    SeparationQuery query;
    query.limit = margin;
    const WorldSeparation<T> answer = separationInWorld<T>({shapeA, poseA, shapeB, poseB}, query);
    std::optional<Penetration> found = penetrationFromSeparation(answer, margin);
    if (!found && cache != nullptr) {
        // The next query tries this axis. It separates better than the axis that the search found.
        const glm::vec3 axis = glm::conjugate(glm::quat(poseA.rotation)) * answer.normal;
        fit(*cache, pair);
        cache->kind = PairCache::Kind::SeparatingAxis;
        cache->axis = {axis.x, axis.y, axis.z};
    }
    return isSwapped ? flipped(found) : found;
}
template std::optional<Penetration> penetrationWithin(const PosedHulls<float>&, PairCache*, float);
template std::optional<Penetration> penetrationWithin(const PosedHulls<double>&, PairCache*, float);

template <class T>
std::optional<Penetration> penetrationOrAxis(const PosedHulls<T>& pair, glm::dvec3& axis) {
    KernelResult result;
    std::optional<Penetration> found(std::in_place);  // the kernel writes here
    askKernel(pair, {}, result, *found);
    if (areBoxes(pair)) {  // the test of 15 axes decides
        found = hullPenetration(pair.a, pair.poseA, pair.b, pair.poseB);
    } else {
        settle(result.verdict, pair, found);
    }
    if (found) {
        return found;
    }
    const float* n = result.best.normal.v;
    const glm::dvec3 normal(n[0], n[1], n[2]);
    const double length = result.verdict == Verdict::Separated ? glm::length(normal) : 0.0;
    axis = length > 0.0 ? normal / length  // an overlap of depth 0 is touching
                        : planeSat(pair.a, pair.b, poseBInA(pair.poseA, pair.poseB)).normalAToB;
    return found;
}
template std::optional<Penetration> penetrationOrAxis(const PosedHulls<float>&, glm::dvec3&);
template std::optional<Penetration> penetrationOrAxis(const PosedHulls<double>&, glm::dvec3&);

template <class T>
void askKernel(const PosedHulls<T>& pair, const DetailedQuery& query, KernelResult& result,
               Penetration& penetration) {
    PairCache* const cache = query.cache;
    if (cache != nullptr) {
        fit(*cache, pair);
    }
    const bool hadFeatures = cache != nullptr && cache->kind == PairCache::Kind::Features;
    const KernelHull &a = kernelOf(pair.a), &b = kernelOf(pair.b);
    detail::detailedPenetrationKernel(a, pair.poseA, b, pair.poseB, pair.isSwapped, query, result,
                                      penetration);
    assertFinite(result.verdict);
    if (cache == nullptr) {
        return;
    }
    if (result.verdict == Verdict::Overlapping) {
        detail::renewCertificate(cache->certificate, a, b, result, hadFeatures);
    } else {
        detail::drop(cache->certificate);
    }
    if (result.verdict == Verdict::NotFinite) {
        cache->kind = PairCache::Kind::Empty;
    }
}
template void askKernel(const PosedHulls<float>&, const DetailedQuery&, KernelResult&, Penetration&);
template void askKernel(const PosedHulls<double>&, const DetailedQuery&, KernelResult&, Penetration&);

}  // namespace sat3d::inline SAT3D_ABI
