#include "narrowphase/core_sweep.hpp"
#include "narrowphase/pair_frame.hpp"
#include "narrowphase/pair_order.hpp"
#include "narrowphase/separation.hpp"

#include <sat3d/narrowphase/sweep.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <optional>

namespace sat3d::inline SAT3D_ABI::detail {

namespace {

/// When a shape meets a half-space: the plane is met at an even pace.
std::optional<CoreHit> halfSpaceSweep(const CoreShape& a, const PairHalfSpace& b, const glm::dvec3& motion,
                                      const Separation& start) {
    const double approach = -glm::dot(start.normalAToB, motion);
    const double fraction = start.separation / approach;
    if (!(approach > 0.0 && fraction < 1.0)) {
        return std::nullopt;
    }
    return CoreHit{fraction, separationOf(a, b.normal, b.offset + glm::dot(b.normal, fraction * motion))};
}

/// Not beyond: at a fraction rounded up the shapes might overlap.
float roundedDown(double fraction) {
    const auto nearest = static_cast<float>(fraction);
    return static_cast<double>(nearest) > fraction ? std::nextafter(nearest, 0.0f) : nearest;
}

/// The pair in the library's order. Computed as if A stood still.
template <class T>
BasicSweep<T> sweepInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const LinearMotion& motion) {
    using Outcome = typename BasicSweep<T>::Outcome;
    SeparationQuery query;
    query.points = Points::Yes;
    const WorldSeparation<T> start = separationInWorld(a, poseA, b, poseB, query);
    if (start.separation < 0.0f) {
        const glm::vec<3, T> middle = (start.pointA + start.pointB) * T(0.5);
        return {Outcome::StartedOverlapping, 0.0f, start.normal, middle, start.features, -start.separation};
    }
    const PairFrame frame(a, poseA, poseB);
    const glm::dvec3 relative =
        glm::transpose(frame.pairToWorld.rotation) * (glm::dvec3(motion.ofB) - glm::dvec3(motion.ofA));
    const CoreShape coreA(a, frame.aInPair);
    const Separation before{start.separation, frame.directionInPair(start.normal), start.features, {}, {}};
    const auto hit = b.kind() == ShapeRef::Kind::HalfSpace
                         ? halfSpaceSweep(coreA, {b.halfSpace(), frame.bInPair}, relative, before)
                         : coreSweep(coreA, CoreShape(b, frame.bInPair), relative, before);
    if (!hit) {
        return {};
    }
    const glm::vec<3, T> withA(glm::dvec3(motion.ofA) * hit->fraction);
    return {Outcome::Hit,
            roundedDown(hit->fraction),
            frame.directionInWorld(hit->contact.normalAToB),
            frame.pointInWorld<T>(hit->contact.pointA) + withA,
            hit->contact.features,
            0.0f};
}

template <class T>
BasicSweep<T> sweepOf(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                      const BasicPose<T>& poseB, const LinearMotion& motion) {
    if (!comesSecond(a, poseA, b, poseB)) {
        return sweepInOrder(a, poseA, b, poseB, motion);
    }
    BasicSweep<T> answer = sweepInOrder(b, poseB, a, poseA, {motion.ofB, motion.ofA});
    answer.normal = -answer.normal;
    answer.features = turnedRound(answer.features);
    return answer;
}

}  // namespace

Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB, const LinearMotion& motion) {
    return sweepOf(a, poseA, b, poseB, motion);
}
DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, const LinearMotion& motion) {
    return sweepOf(a, poseA, b, poseB, motion);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
