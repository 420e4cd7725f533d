#include "narrowphase/hull_hull.hpp"

#include "narrowphase/certificate.hpp"
#include "narrowphase/hull_query.hpp"
#include "narrowphase/plane_sat.hpp"

#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::answer;
using detail::inOrder;
using detail::KernelHull;
using detail::KernelResult;
using detail::OrderedPair;
using detail::Verdict;

/// The way home where the kernel leaves a pair undecided: the readable method, in double.
template <class T>
std::optional<Penetration> planeSatAnswer(const OrderedPair<T>& pair) {
    const RigidTransform bInA = poseBInA(pair.poseA, pair.poseB);
    if (!(sphereSeparation(pair.a, pair.b, bInA).separation < 0.0)) {
        return std::nullopt;  // also where a pose is not a number
    }
    const PlaneSatResult best = planeSat(pair.a, pair.b, bInA);
    return toPenetration(localToWorld(pair.poseA).rotation * best.normalAToB, best.separation, best.features);
}

/// Makes the cache fit this pair in the library's order. Equal hulls are ordered by their poses, which may
/// change places from frame to frame; others never do, whatever the caller's order.
template <class T>
void fit(PairCache& cache, const OrderedPair<T>& pair) {
    const std::uint64_t hulls = pair.a.contentHash() * 31 + pair.b.contentHash();
    if (cache.version != PairCache::kVersion || cache.hulls != hulls) {
        cache = PairCache{};
        cache.hulls = hulls;
    } else if (pair.a.contentHash() == pair.b.contentHash() && (cache.turnedRound != 0) != pair.turnedRound) {
        if (cache.kind == PairCache::Kind::SeparatingAxis) {
            cache.kind = PairCache::Kind::Empty;
        }
        cache.features = turnedRound(cache.features);
        detail::turnRound(cache.certificate);
    }
    cache.turnedRound = pair.turnedRound ? 1 : 0;
}

/// Whether last frame's feature is still good enough to be kept.
bool sticks(const KernelResult& result, const KernelHull& a, const KernelHull& b) {
    return result.verdict == Verdict::Overlapping && result.hasFormer &&
           result.best.depth > detail::depthThatEndsSticking(result.former.depth, a, b);
}

void assertFinite([[maybe_unused]] const KernelResult& result) {
    SAT3D_ASSERT(result.isFinite, "poses must be finite, with positions within 1e15 m");
}

/// @param wantDetails  see penetrationKernel
template <class T>
void runKernel(const OrderedPair<T>& pair, PairCache* cache, bool wantDetails, KernelResult& result) {
    detail::penetrationKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB, cache, wantDetails,
                              result);
    assertFinite(result);
}

template <class T>
std::optional<Penetration> penetrationOf(const OrderedPair<T>& pair) {
    KernelResult result;
    runKernel(pair, nullptr, false, result);
    return answer(pair, result, result.best);
}

template <class T>
std::optional<Penetration> penetrationOf(const OrderedPair<T>& pair, PairCache& cache,
                                         const PenetrationOptions& options) {
    if (pair.kernelA().box && pair.kernelB().box && !options.stickyFeatures) {
        return penetrationOf(pair);  // the fifteen axes take less time than any memory of them
    }
    fit(cache, pair);
    const bool hadFormer = cache.kind == PairCache::Kind::Features;
    KernelResult result;
    runKernel(pair, &cache, options.stickyFeatures, result);
    if (result.verdict == Verdict::Overlapping) {
        detail::renewCertificate(cache.certificate, pair.kernelA(), pair.kernelB(), result.pose, result.best,
                                 result.proof, hadFormer);
    } else {
        detail::drop(cache.certificate);
    }
    if (options.stickyFeatures && sticks(result, pair.kernelA(), pair.kernelB())) {
        cache.features = result.former.features;
        return answer(pair, result, result.former);
    }
    return answer(pair, result, result.best);
}

/// The margin around what was found without; where nothing was, distances decide.
template <class T>
std::optional<Penetration> widenedPenetrationOf(const ConvexHull& a, const BasicPose<T>& poseA,
                                                const ConvexHull& b, const BasicPose<T>& poseB,
                                                PairCache& cache, const PenetrationOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    // In place: answers are written once.
    std::optional<Penetration> found = penetrationOf(inOrder(a, poseA, b, poseB), cache, options);
    if (found) {
        found->depth += options.margin;
    } else if (options.margin > 0.0f) {
        found = detail::penetration(a, poseA, b, poseB, options.margin);
    }
    return found;
}

template <class T>
glm::dvec3 separatingAxisOf(const OrderedPair<T>& pair) {
    KernelResult result;
    runKernel(pair, nullptr, true, result);
    const float* n = result.best.normal.v;
    const glm::dvec3 axis(n[0], n[1], n[2]);
    const double length = glm::length(axis);
    return result.verdict != Verdict::Undecided && length > 0.0  // overlapping by nothing is touching
               ? axis / length
               : planeSat(pair.a, pair.b, poseBInA(pair.poseA, pair.poseB)).normalAToB;
}

template <class T>
bool overlapOf(const OrderedPair<T>& pair) {
    KernelResult result;
    detail::overlapKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB, result);
    assertFinite(result);
    return result.verdict == Verdict::Undecided ? penetrationOf(pair).has_value()
                                                : result.verdict == Verdict::Overlapping;
}

}  // namespace

std::optional<Penetration> detail::decideInDouble(const OrderedPair<float>& pair) {
    return planeSatAnswer(pair);
}
std::optional<Penetration> detail::decideInDouble(const OrderedPair<double>& pair) {
    return planeSatAnswer(pair);
}

bool overlaps(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
    return overlapOf(inOrder(a, poseA, b, poseB));
}
bool overlaps(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB) {
    return overlapOf(inOrder(a, poseA, b, poseB));
}

std::optional<Penetration> penetration(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                       const Pose& poseB) {
    return penetrationOf(inOrder(a, poseA, b, poseB));
}
std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                       const DPose& poseB) {
    return penetrationOf(inOrder(a, poseA, b, poseB));
}

std::optional<Penetration> penetration(const ConvexHull& a, const Pose& poseA, const ConvexHull& b,
                                       const Pose& poseB, PairCache& cache,
                                       const PenetrationOptions& options) {
    return widenedPenetrationOf(a, poseA, b, poseB, cache, options);
}
std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                       const DPose& poseB, PairCache& cache,
                                       const PenetrationOptions& options) {
    return widenedPenetrationOf(a, poseA, b, poseB, cache, options);
}

glm::dvec3 separatingAxis(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
    return separatingAxisOf(OrderedPair<float>{a, poseA, b, poseB, false});
}
glm::dvec3 separatingAxis(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB) {
    return separatingAxisOf(OrderedPair<double>{a, poseA, b, poseB, false});
}

}  // namespace sat3d::inline SAT3D_ABI
