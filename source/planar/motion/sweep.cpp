#include "core/enum_names.hpp"
#include "math/directed_rounding.hpp"
#include "math/is_finite.hpp"
#include "planar/contact/canonical_planar_order.hpp"
#include "planar/contact/planar_children.hpp"
#include "planar/motion/planar_advancement.hpp"
#include "planar/polygon/planar_vectors.hpp"
#include "planar/shapes/planar_pose_contract.hpp"

#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sat3d::inline SAT3D_ABI {

namespace {

bool isFinitePath(const PlanarMotion& motion) {
    return isFinite(motion.translation) && isFinite(motion.localCenter) && std::isfinite(motion.angle);
}

/// How far a circle moves at most.
double wayOf(const PlanarPath& path, const glm::dvec2& center) {
    return std::min(std::abs(path.angle), 2.0) * glm::length(center - path.center);
}

/// The earliest impact of all pairs of children.
class ChildSweep {
public:
    ChildSweep(const PlanarShapeRef& a, const PlanarTransform& poseA, const PlanarPath& pathA,
               const PlanarShapeRef& b, const PlanarTransform& poseB, const PlanarPath& pathB,
               const PlanarSweepOptions& options)
        : pathA_(pathA), pathB_(pathB), options_(options) {
        forEachConvex(
            a, poseA, [&](std::uint32_t childA, const PlanarShapeRef& partA, const PlanarTransform& frameA) {
                forEachConvex(
                    b, poseB,
                    [&](std::uint32_t childB, const PlanarShapeRef& partB, const PlanarTransform& frameB) {
                        sweepPair(childA, partA, frameA, childB, partB, frameB);
                    });
            });
    }

    [[nodiscard]] const std::optional<PlanarImpact>& first() const { return first_; }
    /// Of the core of A's child that hits first.
    [[nodiscard]] double radiusA() const { return radiusA_; }

private:
    void sweepPair(std::uint32_t childA, const PlanarShapeRef& partA, const PlanarTransform& frameA,
                   std::uint32_t childB, const PlanarShapeRef& partB, const PlanarTransform& frameB) {
        const BoundingCircle circleA = boundingCircleOf(partA), circleB = boundingCircleOf(partB);
        const glm::dvec2 centerA = frameA * circleA.center, centerB = frameB * circleB.center;
        const double reach = circleA.radius + circleB.radius + wayOf(pathA_, centerA) +
                             wayOf(pathB_, centerB) + double(options_.skin) +
                             glm::length(pathB_.translation - pathA_.translation);
        if (glm::length(centerB - centerA) > 1.000001 * reach) {
            return;
        }
        const PlanarProxy proxyA(partA, frameA), proxyB(partB, frameB);
        PlanarGap start;
        if (!findGap(proxyA, proxyB, relative(proxyA.toWorld(), proxyB.toWorld()),
                     std::numeric_limits<double>::infinity(), start)) {
            return;
        }
        const bool isBounded = proxyA.isBounded() && proxyB.isBounded();
        const double size =
            isBounded ? 0.5 * (circleA.radius + circleB.radius) : std::min(circleA.radius, circleB.radius);
        const ImpactLevel level{std::clamp(start.separation, 0.0, double(options_.skin)),
                                double(options_.tolerance) * size};
        const MovingProxy a{proxyA, pathA_}, b{proxyB, pathB_};
        const bool turns = pathA_.angle != 0.0 || pathB_.angle != 0.0;
        auto hit = turns ? planarAdvancement(a, b, level) : planarLinearCast(a, b, level);
        if (hit && (!first_ || hit->fraction < first_->fraction)) {
            hit->gap.features.childA = childA;
            hit->gap.features.childB = childB;
            first_ = hit;
            radiusA_ = proxyA.radius();
        }
    }

    PlanarPath pathA_, pathB_;
    PlanarSweepOptions options_;
    std::optional<PlanarImpact> first_;
    double radiusA_ = 0.0;
};

template <class T>
BasicPlanarSweep<T> resultOf(PlanarSweepStatus status, double fraction, const PlanarGap& gap,
                             const PlanarTransform& aToWorld, double radiusA) {
    const glm::dvec2 middle = gap.pointA + (radiusA + 0.5 * gap.separation) * gap.normal;
    return {status,
            roundedDown(fraction),
            glm::vec2(rotatedBy(aToWorld.rotation, gap.normal)),
            glm::vec<2, T>(aToWorld * middle),
            gap.features,
            0.0f};
}

template <class T>
BasicPlanarSweep<T> sweepInOrder(const PlanarPair<T>& pair, const PlanarMotion& motionA,
                                 const PlanarMotion& motionB, const PlanarSweepOptions& options) {
    using enum PlanarSweepStatus;
    const PlanarTransform poseA = localToWorld(pair.poseA), poseB = localToWorld(pair.poseB);
    ChildGap overlap;
    if (overlaps(pair.a, pair.poseA, pair.b, pair.poseB) &&
        findLeastGap(pair.a, poseA, pair.b, poseB, std::numeric_limits<double>::infinity(), overlap)) {
        auto result = resultOf<T>(InitialOverlap, 0.0, overlap.gap, overlap.aToWorld, overlap.radiusA);
        result.depth = -static_cast<float>(overlap.gap.separation);
        return result;
    }
    const auto pathOf = [](const PlanarTransform& pose, const PlanarMotion& motion) {
        return PlanarPath{pose * glm::dvec2(motion.localCenter), glm::dvec2(motion.translation),
                          double(motion.angle)};
    };
    const ChildSweep children(pair.a, poseA, pathOf(poseA, motionA), pair.b, poseB, pathOf(poseB, motionB),
                              options);
    const auto& first = children.first();
    return first ? resultOf<T>(first->converged ? Hit : NotConverged, first->fraction, first->gap,
                               first->aToWorld, children.radiusA())
                 : BasicPlanarSweep<T>{};
}

}  // namespace

std::string_view toString(PlanarSweepStatus status) noexcept {
    return enumName<PlanarSweepStatus::NotConverged>(status,
                                                     {"Miss", "Hit", "InitialOverlap", "NotConverged"});
}

template <class T>
BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                          const std::type_identity_t<BasicPlanarPose<T>>& poseB, const PlanarMotion& motionA,
                          const PlanarMotion& motionB, const PlanarSweepOptions& options) {
    SAT3D_ASSERT(isFinitePath(motionA) && isFinitePath(motionB), "a motion must be finite");
    if (!isUsable(poseA) || !isUsable(poseB) || !isFinitePath(motionA) || !isFinitePath(motionB)) {
        return {};
    }
    const PlanarPair<T> pair{a, poseA, b, poseB};
    if (!orderOf(pair).swaps) {
        return sweepInOrder(pair, motionA, motionB, options);
    }
    BasicPlanarSweep<T> result = sweepInOrder(pair.flipped(), motionB, motionA, options);
    result.normal = -result.normal;
    flip(result.features);
    return result;
}

template <class T>
BasicPlanarSweep<T> sweep(PlanarShapeRef a, const BasicPlanarPose<T>& poseA, PlanarShapeRef b,
                          const std::type_identity_t<BasicPlanarPose<T>>& poseB,
                          const PlanarLinearMotion& motion, const PlanarSweepOptions& options) {
    return sweep(a, poseA, b, poseB, PlanarMotion{.translation = motion.translationA},
                 PlanarMotion{.translation = motion.translationB}, options);
}

template PlanarSweep sweep(PlanarShapeRef, const PlanarPose&, PlanarShapeRef, const PlanarPose&,
                           const PlanarMotion&, const PlanarMotion&, const PlanarSweepOptions&);
template DPlanarSweep sweep(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef, const DPlanarPose&,
                            const PlanarMotion&, const PlanarMotion&, const PlanarSweepOptions&);
template PlanarSweep sweep(PlanarShapeRef, const PlanarPose&, PlanarShapeRef, const PlanarPose&,
                           const PlanarLinearMotion&, const PlanarSweepOptions&);
template DPlanarSweep sweep(PlanarShapeRef, const DPlanarPose&, PlanarShapeRef, const DPlanarPose&,
                            const PlanarLinearMotion&, const PlanarSweepOptions&);

}  // namespace sat3d::inline SAT3D_ABI
