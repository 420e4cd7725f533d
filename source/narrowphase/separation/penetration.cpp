#include "narrowphase/kernels/round/round_kernels.hpp"
#include "narrowphase/pair/pair_frame.hpp"
#include "narrowphase/separation/kernel_answers.hpp"
#include "narrowphase/separation/separation.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/narrowphase/penetration.hpp>

namespace sat3d::SAT3D_ABI {

namespace {

template <class T>
WorldSeparation<T> separationUpTo(float margin, const PosedPair<T>& pair) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    SeparationQuery query;
    query.limit = margin;
    return separationInWorld<T>(pair, query);
}

/// Whether the separation is below a margin.
template <class T>
bool isCloserThan(float margin, const PosedPair<T>& pair) {
    if (!pair.a.isComposite() && !pair.b.isComposite()) {
        return separationUpTo(margin, pair).separation < margin;
    }
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    if (!isUsable(pair) || !(hasInside(pair.a) || hasInside(pair.b))) {
        return false;
    }
    const PosedPair<T> ordered = inSoundOrder(pair);
    return areChildrenCloser(ordered.a, inDouble(ordered.poseA), ordered.b, inDouble(ordered.poseB), margin);
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
std::optional<Penetration> penetrationFromSeparation(const PosedPair<T>& pair, float margin) {
    return penetrationFromSeparation(separationUpTo(margin, pair), margin);
}
template std::optional<Penetration> penetrationFromSeparation(const PosedPair<float>&, float);
template std::optional<Penetration> penetrationFromSeparation(const PosedPair<double>&, float);

namespace {

// Two functions that read the gap directly: a WorldSeparation in between would take as long as the gap.
template <class T>
std::optional<Penetration> penetrationOfRound(const PosedPair<T>& pair, float margin) {
    SAT3D_ASSERT(margin >= 0.0f, "a margin must not be negative");
    RoundGap gap;
    std::optional<Penetration> found;  // the only object that is returned, so that it is not copied
    const RoundGapStatus status = roundGapKernel(pair, {margin, false}, gap);
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
    RoundGap gap;
    const RoundGapStatus status = roundGapKernel(pair, {margin, false, false}, gap);
    return status == RoundGapStatus::Undefined
               ? isCloserThan(margin, pair)
               : status == RoundGapStatus::WithinLimit ||
                     (status == RoundGapStatus::Found && gap.separation < margin);
}

}  // namespace

template <class T>
bool overlaps(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
              const std::type_identity_t<BasicPose<T>>& poseB, const OverlapOptions& options) {
    const PosedPair<T> pair{a, poseA, b, poseB};
    if (haveKernels(a, b)) {
        return options.margin == 0.0f ? kernelOverlap(pair)
                                      : kernelPenetration(pair, options.margin).has_value();
    }
    return hasRoundGap(a, b) ? doRoundOverlap(pair, options.margin) : isCloserThan(options.margin, pair);
}
template SAT3D_API bool overlaps(ShapeRef, const Pose&, ShapeRef, const Pose&, const OverlapOptions&);
template SAT3D_API bool overlaps(ShapeRef, const DPose&, ShapeRef, const DPose&, const OverlapOptions&);

template <class T>
std::optional<Penetration> penetration(ShapeRef a, const BasicPose<T>& poseA, ShapeRef b,
                                       const std::type_identity_t<BasicPose<T>>& poseB,
                                       const PenetrationOptions& options) {
    // The answer is returned without a conditional operator, which would copy it: a copy stalls on store
    // forwarding.
    const PosedPair<T> pair{a, poseA, b, poseB};
    if (haveKernels(a, b)) {
        return kernelPenetration(pair, options.margin);
    }
    if (hasRoundGap(a, b)) {
        return penetrationOfRound(pair, options.margin);
    }
    return penetrationFromSeparation(pair, options.margin);
}
template SAT3D_API std::optional<Penetration> penetration(ShapeRef, const Pose&, ShapeRef, const Pose&,
                                                          const PenetrationOptions&);
template SAT3D_API std::optional<Penetration> penetration(ShapeRef, const DPose&, ShapeRef, const DPose&,
                                                          const PenetrationOptions&);

}  // namespace sat3d::SAT3D_ABI
