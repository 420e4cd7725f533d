#include "response/motion/fast_pair.hpp"

#include "response/motion/step_motion.hpp"
#include "world/objects/for_each_space.hpp"

#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>

#include <algorithm>

namespace sat3d::SAT3D_ABI {

namespace {

/// How far a point of a part, where it is after a fraction, moves in the rest.
template <class D>
typename Space<D>::Dimension::DVector restOfWay(const MovingPart<D>& part,
                                                const typename Space<D>::Position& point, float fraction) {
    using DVector = typename Space<D>::Dimension::DVector;
    return DVector(part.poseAt(1.0f) * (part.poseAt(fraction).inverse() * point)) - DVector(point);
}

}  // namespace

/// Whether the body has reached a fraction without moving: it touches the obstacle from the start.
template <class D>
bool FastPair<D>::isAtStart(float fraction) const {
    constexpr float kTouching = 0.01f;
    return fraction * way <= kTouching * innerRadius;
}

/// The fraction of its motion that takes a core of the body to the obstacle. If it touches the obstacle from
/// the start, it is a smaller one: so bodies can move apart.
template <class D>
float FastPair<D>::fractionOfCore(const BodyCore<Dimension>& core) const {
    using Vector = typename Dimension::Vector;
    const auto center = fromBody * core.center;
    typename Space<D>::Pose pose = body.pose;
    pose.position = body.pose * typename Space<D>::Position(center);
    auto motion = body.motion;
    motion.localCenter -= center;
    if (motion.localCenter == Vector(0.0f)) {
        motion = translationOf(motion);  // turning moves no point of it
    }
    for (const float share : {0.5f, 0.25f, 0.125f, 0.0f}) {
        const auto ball = roundAt(Vector(0.0f), share * core.radius);
        const auto hit = sweep(ball, pose, obstacle.shape, obstacle.pose, motion, obstacle.motion);
        if (!isAtStart(hit.fraction)) {
            return hit.fraction;
        }
    }
    return 1.0f;
}

/// Whether the body overlaps the obstacle by more than half of its inner radius after a fraction of the step.
template <class D>
bool FastPair<D>::isDeepAt(float fraction) const {
    const auto hit =
        penetration(body.shape, body.poseAt(fraction), obstacle.shape, obstacle.poseAt(fraction));
    return hit && hit->depth > 0.5f * innerRadius;
}

/// Whether the point that touches the obstacle first gets beyond it by more than half of the inner radius. A
/// tip can pass through while the cores are far away.
template <class D>
bool FastPair<D>::getsDeep(const typename Space<D>::Sweep& touch) const {
    const DVector beyond =
        restOfWay(body, touch.point, touch.fraction) - restOfWay(obstacle, touch.point, touch.fraction);
    return glm::dot(beyond, DVector(touch.normal)) > 0.5 * static_cast<double>(innerRadius);
}

/// The fraction of the step after which a body that touches the obstacle from the start gets deep.
/// @param limit  at which it is deep, or beyond the obstacle
template <class D>
float FastPair<D>::fractionOfDepth(float limit) const {
    constexpr float kPrecision = 1.0f / 256.0f;
    float free = 0.0f, deep = limit;
    while (deep - free > kPrecision) {
        const float middle = 0.5f * (free + deep);
        (isDeepAt(middle) ? deep : free) = middle;
    }
    if (free > 0.0f) {
        return free;
    }
    return isDeepAt(0.0f) ? 1.0f : kPrecision;  // deep bodies must be able to move apart
}

template <class D>
bool FastPair<D>::staysShallow(const DVector& axis) const {
    constexpr float kMaxTurn = 1.0f;  ///< radians
    constexpr float kShallow = 0.4f;  ///< of the inner radius: less than half, for rounding
    const float turn = std::max(sizeOf(turnOf(body.motion)), sizeOf(turnOf(obstacle.motion)));
    // A point on a circle leaves its chord by at most an eighth of its way times the turn.
    const float bend = 0.125f * turn * way;
    return turn <= kMaxTurn &&
           isSeparatedBy<D>(axis, body, obstacle, static_cast<double>(bend - kShallow * innerRadius));
}

template <class D>
float FastPair<D>::freeFraction() const {
    const auto touch =
        sweep(body.shape, body.pose, obstacle.shape, obstacle.pose, body.motion, obstacle.motion);
    if (!touch) {
        return 1.0f;  // nor do its cores
    }
    float ofCore = 1.0f;
    for (const auto& core : cores) {
        ofCore = std::min(ofCore, fractionOfCore(core));
    }
    const bool isStart = isAtStart(touch.fraction);
    if (!(ofCore < 1.0f || isDeepAt(1.0f) || (!isStart && getsDeep(touch)))) {
        return 1.0f;
    }
    return isStart ? std::min(ofCore, fractionOfDepth(ofCore)) : std::min(ofCore, touch.fraction);
}

#define SAT3D_INSTANTIATE(D) template struct FastPair<D>
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
