#include "narrowphase/core_sweep.hpp"
#include "narrowphase/pair_frame.hpp"
#include "narrowphase/pair_order.hpp"
#include "narrowphase/separation.hpp"
#include "narrowphase/turning_sweep.hpp"

#include <sat3d/core/assert.hpp>
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

/// Where and when, in the pair's frame.
struct Found {
    double fraction;
    Separation contact;
    glm::dvec3 offset{0.0};  ///< from the contact's frame to where the shapes are by then, world axes
    bool converged = true;
};

/// The pair in the library's order.
/// @param find  of the pair's frame and the separation before the motion: when they meet
template <class T, class Find>
BasicSweep<T> sweepInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                           const BasicPose<T>& poseB, const Find& find) {
    using Outcome = typename BasicSweep<T>::Outcome;
    SeparationQuery query;
    query.points = Points::Yes;
    const WorldSeparation<T> start = separationInWorld(a, poseA, b, poseB, query);
    if (start.separation < 0.0f) {
        const glm::vec<3, T> middle = (start.pointA + start.pointB) * T(0.5);
        return {Outcome::StartedOverlapping, 0.0f, start.normal, middle, start.features, -start.separation};
    }
    const PairFrame frame(a, poseA, poseB);
    const Separation before{start.separation, frame.directionInPair(start.normal), start.features, {}, {},
                            start.simplex};
    const std::optional<Found> found = find(frame, before);
    if (!found) {
        return {};
    }
    return {Outcome::Hit,
            roundedDown(found->fraction),
            frame.directionInWorld(found->contact.normalAToB),
            frame.pointInWorld<T>(found->contact.pointA) + glm::vec<3, T>(found->offset),
            found->contact.features,
            0.0f,
            found->converged};
}

template <class T>
BasicSweep<T> turnedRound(BasicSweep<T> answer) {
    answer.normal = -answer.normal;
    answer.features = sat3d::turnedRound(answer.features);
    return answer;
}

/// Computed as if A stood still.
template <class T>
BasicSweep<T> straightInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                              const BasicPose<T>& poseB, const LinearMotion& motion) {
    return sweepInOrder(
        a, poseA, b, poseB, [&](const PairFrame& frame, const Separation& before) -> std::optional<Found> {
            const glm::dvec3 relative = glm::transpose(frame.pairToWorld.rotation) *
                                        (glm::dvec3(motion.ofB) - glm::dvec3(motion.ofA));
            const CoreShape coreA(a, frame.aInPair);
            const auto hit = b.kind() == ShapeRef::Kind::HalfSpace
                                 ? halfSpaceSweep(coreA, {b.halfSpace(), frame.bInPair}, relative, before)
                                 : coreSweep(coreA, CoreShape(b, frame.bInPair), relative, before);
            return hit ? std::optional(
                             Found{hit->fraction, hit->contact, glm::dvec3(motion.ofA) * hit->fraction})
                       : std::nullopt;
        });
}

template <class T>
BasicSweep<T> straight(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                       const BasicPose<T>& poseB, const LinearMotion& motion) {
    return comesSecond(a, poseA, b, poseB)
               ? turnedRound(straightInOrder(b, poseB, a, poseA, {motion.ofB, motion.ofA}))
               : straightInOrder(a, poseA, b, poseB, motion);
}

/// Mean bounding radius; a half-space has none.
double sizeOfPair(const ShapeRef& a, const ShapeRef& b) {
    const auto radiusOf = [](const ShapeRef& shape) {
        const CoreShape core(shape, RigidTransform{});
        return core.coreReach() + core.radius();
    };
    return b.kind() == ShapeRef::Kind::HalfSpace ? radiusOf(a) : 0.5 * (radiusOf(a) + radiusOf(b));
}

template <class T>
BasicSweep<T> turningInOrder(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                             const BasicPose<T>& poseB, const RigidMotion& motionA,
                             const RigidMotion& motionB, const SweepOptions& options) {
    return sweepInOrder(
        a, poseA, b, poseB, [&](const PairFrame& frame, const Separation& before) -> std::optional<Found> {
            const glm::dmat3& toWorld = frame.pairToWorld.rotation;
            const auto hit =
                turningSweep({a, frame.aInPair, motionA, toWorld}, {b, frame.bInPair, motionB, toWorld},
                             before, static_cast<double>(options.tolerance) * sizeOfPair(a, b));
            return hit ? std::optional(Found{hit->fraction, hit->contact, glm::dvec3(0.0), hit->converged})
                       : std::nullopt;
        });
}

template <class T>
BasicSweep<T> turning(const ShapeRef& a, const BasicPose<T>& poseA, const ShapeRef& b,
                      const BasicPose<T>& poseB, const RigidMotion& motionA, const RigidMotion& motionB,
                      const SweepOptions& options) {
    SAT3D_ASSERT(options.tolerance >= 1e-6f && options.tolerance <= 1.0f,
                 "the tolerance of a sweep is a fraction of size, 1e-6 .. 1");
    return comesSecond(a, poseA, b, poseB)
               ? turnedRound(turningInOrder(b, poseB, a, poseA, motionB, motionA, options))
               : turningInOrder(a, poseA, b, poseB, motionA, motionB, options);
}

}  // namespace

Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB, const LinearMotion& motion) {
    return straight(a, poseA, b, poseB, motion);
}
DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, const LinearMotion& motion) {
    return straight(a, poseA, b, poseB, motion);
}
Sweep sweep(ShapeRef a, const Pose& poseA, ShapeRef b, const Pose& poseB, const RigidMotion& motionA,
            const RigidMotion& motionB, const SweepOptions& options) {
    return turning(a, poseA, b, poseB, motionA, motionB, options);
}
DSweep sweep(ShapeRef a, const DPose& poseA, ShapeRef b, const DPose& poseB, const RigidMotion& motionA,
             const RigidMotion& motionB, const SweepOptions& options) {
    return turning(a, poseA, b, poseB, motionA, motionB, options);
}

}  // namespace sat3d::inline SAT3D_ABI::detail
