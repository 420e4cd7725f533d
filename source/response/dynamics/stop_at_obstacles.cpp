#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/step_motion.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/narrowphase/penetration.hpp>
#include <sat3d/narrowphase/sweep.hpp>
#include <sat3d/planar/penetration.hpp>
#include <sat3d/planar/sweep.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sat3d::SAT3D_ABI::detail {

namespace {

/// An object and its motion in the step. The solver has moved its body, but not yet the object.
template <class T>
struct MovingObject {
    using Vector = typename Space<T>::Dimension::Vector;
    using DVector = typename Space<T>::Dimension::DVector;

    const BasicObject<T>& object;
    const BodyRecord<T>* record;  ///< nullptr for an object without a body
    typename Space<T>::Motion motion = {};

    /// @param stepBody  kNone if it stands still
    MovingObject(DynamicsState<T>& state, const BasicWorld<T>& world, std::uint32_t index,
                 std::uint32_t stepBody)
        : object(*world.find(state.seen[index].id)), record(state.record(state.recordAt(index))) {
        if (stepBody != kNone) {
            motion = motionOf(solvedMotion(state.solverBodies[stepBody]), Vector(record->body.mass.center));
        }
    }

    [[nodiscard]] typename Space<T>::Pose poseAt(float fraction) const {
        return poseAtFraction(object.pose, motion, static_cast<double>(fraction));
    }
    /// How far a point of the object, where it is after a fraction, moves in the rest.
    [[nodiscard]] DVector restOfWay(const typename Space<T>::Position& point, float fraction) const {
        return DVector(poseAt(1.0f) * (poseAt(fraction).inverse() * point)) - DVector(point);
    }
};

/// A fast body and an obstacle.
template <class T>
struct FastPair {
    MovingObject<T> body, obstacle;
    float way;  ///< of the body's center past the obstacle, meters

    [[nodiscard]] float innerRadius() const { return body.record->innerRadius; }
    /// Whether the body has reached a fraction without moving: it touches the obstacle from the start.
    [[nodiscard]] bool isAtStart(float fraction) const {
        constexpr float kTouching = 0.01f;
        return fraction * way <= kTouching * innerRadius();
    }

    /// The fraction of its motion that takes the core of the body to the obstacle. The core is a ball or
    /// disk. If it touches the obstacle from the start, it is a smaller one: so bodies can move apart.
    [[nodiscard]] float fractionOfCore() const {
        using Vector = typename Space<T>::Dimension::Vector;
        typename Space<T>::Pose center;
        center.position = body.object.pose * typename Space<T>::Position(body.record->body.mass.center);
        for (const float share : {0.5f, 0.25f, 0.125f, 0.0f}) {
            const auto core = roundAt(Vector(0.0f), share * innerRadius());
            const auto hit = sweep(core, center, obstacle.object.shape, obstacle.object.pose,
                                   translationOf(body.motion), obstacle.motion);
            if (!isAtStart(hit.fraction)) {
                return hit.fraction;
            }
        }
        return 1.0f;
    }

    /// Whether the body overlaps the obstacle by more than half of its inner radius after a fraction of the
    /// step.
    [[nodiscard]] bool isDeepAt(float fraction) const {
        const auto hit = penetration(body.object.shape, body.poseAt(fraction), obstacle.object.shape,
                                     obstacle.poseAt(fraction));
        return hit && hit->depth > 0.5f * innerRadius();
    }

    /// The fraction of its motion after which the body must stop, or 1.
    [[nodiscard]] float freeFraction() const {
        const auto touch = sweep(body.object.shape, body.object.pose, obstacle.object.shape,
                                 obstacle.object.pose, body.motion, obstacle.motion);
        if (!touch) {
            return 1.0f;  // nor does its core
        }
        const float ofCore = fractionOfCore();
        const bool isStart = isAtStart(touch.fraction);
        if (!(ofCore < 1.0f || isDeepAt(1.0f) || (!isStart && getsDeep(touch)))) {
            return 1.0f;
        }
        return isStart ? std::min(ofCore, fractionOfDepth(ofCore)) : std::min(ofCore, touch.fraction);
    }

private:
    /// Whether the point that touches the obstacle first gets beyond it by more than half of the inner
    /// radius. A tip can pass through while the core is far away.
    [[nodiscard]] bool getsDeep(const typename Space<T>::Sweep& touch) const {
        using DVector = typename Space<T>::Dimension::DVector;
        const DVector beyond =
            body.restOfWay(touch.point, touch.fraction) - obstacle.restOfWay(touch.point, touch.fraction);
        return glm::dot(beyond, DVector(touch.normal)) > 0.5 * static_cast<double>(innerRadius());
    }

    /// The fraction of the step after which a body that touches the obstacle from the start gets deep.
    /// @param limit  at which it is deep, or beyond the obstacle
    [[nodiscard]] float fractionOfDepth(float limit) const {
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
};

/// Lets a body that was stopped after a fraction of the step move on with what has stopped it: otherwise that
/// would pass through it in the rest.
/// @param carrier        motion of the whole step
/// @param carrierCenter  center of mass at the start of the step, as `center` is that of the body
template <class T, class SolverBody>
void carry(const StepMotion<typename Space<T>::Dimension>& carrier,
           const typename Space<T>::Position& carrierCenter, const typename Space<T>::Position& center,
           float fraction, SolverBody& solved) {
    using Dimension = typename Space<T>::Dimension;
    using Vector = typename Dimension::Vector;
    using DVector = typename Dimension::DVector;
    const DVector arm = DVector(center - carrierCenter) + DVector(solved.translation) -
                        static_cast<double>(fraction) * DVector(carrier.translation);
    const float rest = 1.0f - fraction;
    solved.translation +=
        rest * carrier.translation + Vector(swingOf(carrier.turn, static_cast<double>(rest), arm));
    turnOn(solved, carrier.turn, rest);
}

/// Stops a body after a fraction of its motion. What nothing has pushed is then as fast as at that moment,
/// and not as at the end of its fall.
/// @param before  its velocity at the start of the step
template <class SolverBody, class Vector>
void stopOnTheWay(const Vector& before, float fraction, float dt, SolverBody& solved) {
    constexpr float kRounding = 1e-3f;
    const Vector gained = solved.velocity - before, byForces = solved.acceleration * dt;
    if (glm::length(gained - byForces) <= kRounding * glm::length(byForces)) {
        solved.velocity = before + gained * fraction;
    }
    shorten(solved, fraction);
}

}  // namespace

/// Lists the bodies that the solver has moved so far past another object that they may have passed through
/// it.
template <class T>
void DynamicsStep<T>::listFastBodies() {
    s_.fastBodies.clear();
    s_.isFast.assign(s_.stepBodies.size(), false);
    bool isAnyFast = false;
    s_.solvedMotions.resize(s_.stepBodies.size());
    forEachIndex(parallelFor_, s_.stepBodies.size(), kBodiesPerTask,
                 [&](std::size_t i) { s_.solvedMotions[i] = solvedMotion(s_.solverBodies[i]); });
    for (std::size_t i = 0; i < s_.stepBodies.size(); ++i) {
        const Record& record = s_.records[s_.awake[i]];
        const StepMotion<Dimension>& motion = s_.solvedMotions[i];
        const float swing = farthestSwing(motion.turn, record.coreReach);
        if (glm::length(motion.translation) + swing > 0.5f * record.innerRadius) {
            s_.isFast[i] = isAnyFast = true;
            // It may have got its speed in this step.
            const Object& object = *world_.find(record.id);
            const Aabb known = s_.nearPairs.box(record.id.index),
                       box = grown(boxInSpace(object.shape, object.pose), inSpace(motion.translation), swing);
            if (!known.contains(box)) {
                s_.nearPairs.setBox(record.id.index, join(known, box));
                s_.nearPairs.follow(record.id.index, 0.0f);
            }
        }
    }
    if (!isAnyFast) {
        return;
    }
    s_.nearPairs.update(parallelFor_);
    for (const PairIndices& pair : s_.nearPairs.all()) {
        if (s_.nearPairs.overlap(pair)) {
            addIfFast(pair.a, pair.b);
            addIfFast(pair.b, pair.a);
        }
    }
}

template <class T>
void DynamicsStep<T>::addIfFast(std::uint32_t body, std::uint32_t obstacle) {
    const std::uint32_t at = s_.stepBodyAt(body), other = s_.stepBodyAt(obstacle);
    const bool isAnyFast = (at != kNone && s_.isFast[at]) || (other != kNone && s_.isFast[other]);
    const PairIndices pair{std::min(body, obstacle), std::max(body, obstacle)};
    if (!isAnyFast || std::ranges::binary_search(s_.permeable, pair) || !s_.isMoverAt(at) ||
        !canTouch(body, obstacle)) {
        return;
    }
    const StepMotion<Dimension>& motion = s_.solvedMotions[at];
    Vector way = motion.translation;
    float swing = farthestSwing(motion.turn, s_.records[s_.awake[at]].coreReach);
    if (other != kNone) {
        const StepMotion<Dimension>& ofOther = s_.solvedMotions[other];
        way -= ofOther.translation +
               spinCross(ofOther.turn, Vector(s_.stepBodies[at].center - s_.stepBodies[other].center));
        swing += farthestSwing(ofOther.turn, s_.records[s_.awake[other]].coreReach);
    }
    const float length = glm::length(way) + swing;
    if (length > 0.5f * s_.stepBodies[at].innerRadius) {
        s_.fastBodies.push_back({body, obstacle, length, 1.0f});
    }
}

/// Stops fast bodies at what they would pass through. Contacts hold back what a body meets on its way, but
/// not what it meets with a speed that it gets in this step, nor all that it turns into. If the core of a
/// body would reach an obstacle, or if the body would get deep into it, the body stops where it touches the
/// obstacle, or soon after. The next step sees the contact.
///
/// If the obstacle is fast, too, both stop. A kinematic obstacle, or one that is slow for its size, moves on,
/// and takes the body with it. Others may then meet one of them sooner, which the next round
/// sees: the motions as they end up must take no core through anything. In a round, all pairs see the motions
/// that its start has, so their order does not matter.
template <class T>
void DynamicsStep<T>::stopAtObstacles() {
    listFastBodies();
    if (s_.fastBodies.empty()) {
        return;
    }
    constexpr int kMaxRounds = 4;
    constexpr std::size_t kPairsPerTask = 4;
    s_.shares.assign(s_.stepBodies.size(), 0.0f);  // all pairs of the first round
    for (int round = 0; round < kMaxRounds; ++round) {
        const auto isStopped = [&](std::uint32_t object) {
            const std::uint32_t at = s_.stepBodyAt(object);
            return at != kNone && s_.shares[at] < 1.0f;
        };
        const std::size_t tasks = (s_.fastBodies.size() + kPairsPerTask - 1) / kPairsPerTask;
        parallelFor_(tasks, [&](std::size_t task) {
            const std::size_t first = task * kPairsPerTask,
                              end = std::min(first + kPairsPerTask, s_.fastBodies.size());
            for (std::size_t i = first; i < end; ++i) {
                FastBody& fast = s_.fastBodies[i];
                fast.share = 1.0f;
                if (isStopped(fast.body) || isStopped(fast.obstacle)) {
                    const auto objectAt = [&](std::uint32_t index) {
                        return MovingObject<T>(s_, world_, index, s_.stepBodyAt(index));
                    };
                    fast.share =
                        FastPair<T>{objectAt(fast.body), objectAt(fast.obstacle), fast.way}.freeFraction();
                }
            }
        });
        std::ranges::fill(s_.shares, 1.0f);
        s_.carriers.assign(s_.shares.size(), kNone);
        const auto stop = [&](std::uint32_t at, float share, std::uint32_t carrier) {
            if (share < s_.shares[at]) {
                s_.shares[at] = share;
                s_.carriers[at] = carrier;
            }
        };
        bool isAnyStopped = false;
        for (const FastBody& fast : s_.fastBodies) {
            if (fast.share < 1.0f) {
                isAnyStopped = true;
                const std::uint32_t obstacle = s_.stepBodyAt(fast.obstacle);
                const bool bothStop = s_.isMoverAt(obstacle) && s_.isFast[obstacle];
                stop(s_.stepBodyAt(fast.body), fast.share, bothStop ? kNone : obstacle);
                if (bothStop) {
                    stop(obstacle, fast.share, kNone);
                }
            }
        }
        if (!isAnyStopped) {
            return;
        }
        stopJoined();
        // Carriers move on as at the start of the round.
        for (std::size_t i = 0; i < s_.shares.size(); ++i) {
            if (s_.shares[i] < 1.0f) {
                stopOnTheWay(s_.records[s_.awake[i]].body.velocity, s_.shares[i], dt_, s_.solverBodies[i]);
                if (const std::uint32_t carrier = s_.carriers[i]; carrier != kNone) {
                    carry<T>(s_.solvedMotions[carrier], s_.stepBodies[carrier].center,
                             s_.stepBodies[i].center, s_.shares[i], s_.solverBodies[i]);
                }
            }
        }
        for (std::size_t i = 0; i < s_.shares.size(); ++i) {
            if (s_.shares[i] < 1.0f) {
                s_.solvedMotions[i] = solvedMotion(s_.solverBodies[i]);
            }
        }
    }
}

#define SAT3D_INSTANTIATE(T) template void DynamicsStep<T>::stopAtObstacles()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI::detail
