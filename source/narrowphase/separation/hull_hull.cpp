#include "narrowphase/separation/hull_hull.hpp"

#include "narrowphase/kernels/hull/ordered_hull_pair.hpp"
#include "narrowphase/kernels/hull/penetration_certificate.hpp"
#include "narrowphase/reference/hull_pair.hpp"
#include "narrowphase/reference/plane_sat.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <optional>

namespace sat3d::inline SAT3D_ABI {

namespace {

using detail::inOrder;
using detail::KernelResult;
using detail::OrderedPair;
using detail::Verdict;

/// The way home where the kernel leaves a pair undecided: the readable method, in double.
template <class T>
std::optional<Penetration> decideInDouble(const OrderedPair<T>& pair) {
    const RigidTransform bInA = poseBInA(pair.poseA, pair.poseB);
    if (!(sphereSeparation(pair.a, pair.b, bInA).separation < 0.0)) {
        return std::nullopt;  // also where a pose is not a number
    }
    const PlaneSatResult best = planeSat(pair.a, pair.b, bInA);
    const glm::dvec3 normal = localToWorld(pair.poseA).rotation * best.normalAToB;
    return pair.turnedRound ? toPenetration(-normal, best.separation, turnedRound(best.features))
                            : toPenetration(normal, best.separation, best.features);
}

/// Makes the cache fit this pair in the library's order. Equal hulls are ordered by their poses, which may
/// change places from frame to frame; others never do, whatever the caller's order.
template <class T>
void fit(PairCache& cache, const OrderedPair<T>& pair) {
    const std::uint64_t hashA = pair.a.data().contentHash, hashB = pair.b.data().contentHash;
    const std::uint64_t hulls = hashA * 31 + hashB;
    if (cache.version != PairCache::kVersion || cache.hulls != hulls) {
        cache = PairCache{};
        cache.hulls = hulls;
    } else if (hashA == hashB && (cache.turnedRound != 0) != pair.turnedRound) {
        if (cache.kind == PairCache::Kind::SeparatingAxis) {
            cache.kind = PairCache::Kind::Empty;
        }
        cache.features = turnedRound(cache.features);
        detail::turnRound(cache.certificate);
    }
    cache.turnedRound = pair.turnedRound ? 1 : 0;
}

void assertFinite([[maybe_unused]] Verdict verdict) {
    SAT3D_ASSERT(verdict != Verdict::NotFinite, "poses must be finite, with positions within 1e15 m");
}

/// What the kernel has left to do, once it has written into `penetration` or found none.
template <class T>
void settle(Verdict verdict, const OrderedPair<T>& pair, std::optional<Penetration>& penetration) {
    assertFinite(verdict);
    if (verdict == Verdict::Undecided) {
        penetration = decideInDouble(pair);
    } else if (verdict != Verdict::Overlapping) {
        penetration.reset();
    }
}

template <class T>
std::optional<Penetration> penetrationOf(const OrderedPair<T>& pair) {
    std::optional<Penetration> penetration(std::in_place);  // where the kernel writes
    settle(detail::penetrationKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB, pair.turnedRound,
                                     *penetration),
           pair, penetration);
    return penetration;
}

template <class T>
std::optional<Penetration> penetrationOf(const OrderedPair<T>& pair, PairCache& cache, bool sticky) {
    fit(cache, pair);
    const bool hadFormer = cache.kind == PairCache::Kind::Features;
    std::optional<Penetration> penetration(std::in_place);
    KernelResult result;
    detail::detailedPenetrationKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB,
                                      pair.turnedRound, &cache, sticky, result, *penetration);
    if (result.verdict == Verdict::Overlapping) {
        detail::renewCertificate(cache.certificate, pair.kernelA(), pair.kernelB(), result.pose, result.best,
                                 result.proof, hadFormer);
    } else {
        detail::drop(cache.certificate);
    }
    if (result.verdict == Verdict::NotFinite) {
        cache.kind = PairCache::Kind::Empty;
    }
    settle(result.verdict, pair, penetration);
    return penetration;
}

template <class T>
std::optional<Penetration> penetrationOf(const ConvexHull& a, const BasicPose<T>& poseA, const ConvexHull& b,
                                         const BasicPose<T>& poseB, PairCache& cache,
                                         const PenetrationOptions& options) {
    SAT3D_ASSERT(options.margin >= 0.0f, "a margin must not be negative");
    const OrderedPair<T> pair = inOrder(a, poseA, b, poseB);
    // The fifteen axes of boxes take less time than any memory of them.
    const bool remembers = options.stickyFeatures || !pair.kernelA().box || !pair.kernelB().box;
    std::optional<Penetration> found =
        remembers ? penetrationOf(pair, cache, options.stickyFeatures) : penetrationOf(pair);
    // The margin is around what was found without; where nothing was, distances decide.
    if (options.margin > 0.0f) {
        if (found) {
            found->depth += options.margin;
        } else {
            found = detail::penetration(a, poseA, b, poseB, options.margin);
        }
    }
    return found;
}

template <class T>
glm::dvec3 separatingAxisOf(const OrderedPair<T>& pair) {
    KernelResult result;
    Penetration unused;
    detail::detailedPenetrationKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB,
                                      pair.turnedRound, nullptr, false, result, unused);
    assertFinite(result.verdict);
    if (result.verdict == Verdict::NotFinite) {
        return {1.0, 0.0, 0.0};  // any
    }
    const float* n = result.best.normal.v;
    const glm::dvec3 axis(n[0], n[1], n[2]);
    const double length = glm::length(axis);
    return result.verdict != Verdict::Undecided && length > 0.0  // overlapping by nothing is touching
               ? axis / length
               : planeSat(pair.a, pair.b, poseBInA(pair.poseA, pair.poseB)).normalAToB;
}

template <class T>
bool overlapOf(const OrderedPair<T>& pair) {
    const Verdict verdict = detail::overlapKernel(pair.kernelA(), pair.poseA, pair.kernelB(), pair.poseB);
    assertFinite(verdict);
    return verdict == Verdict::Undecided ? penetrationOf(pair).has_value() : verdict == Verdict::Overlapping;
}

}  // namespace

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
    return penetrationOf(a, poseA, b, poseB, cache, options);
}
std::optional<Penetration> penetration(const ConvexHull& a, const DPose& poseA, const ConvexHull& b,
                                       const DPose& poseB, PairCache& cache,
                                       const PenetrationOptions& options) {
    return penetrationOf(a, poseA, b, poseB, cache, options);
}

glm::dvec3 separatingAxis(const ConvexHull& a, const Pose& poseA, const ConvexHull& b, const Pose& poseB) {
    return separatingAxisOf(OrderedPair<float>{a, poseA, b, poseB, false});
}
glm::dvec3 separatingAxis(const ConvexHull& a, const DPose& poseA, const ConvexHull& b, const DPose& poseB) {
    return separatingAxisOf(OrderedPair<double>{a, poseA, b, poseB, false});
}

}  // namespace sat3d::inline SAT3D_ABI
