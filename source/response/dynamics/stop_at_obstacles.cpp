#include "response/contacts/found_contact.hpp"
#include "response/dynamics/dynamics_step.hpp"
#include "response/dynamics/records.hpp"
#include "response/motion/fast_pair.hpp"
#include "response/motion/locked_axes.hpp"
#include "response/motion/step_motion.hpp"
#include "world/objects/for_each_space.hpp"
#include "world/objects/space_math.hpp"

#include <sat3d/core/parallel_for.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

/// The elements of a sorted range that have this key. (Clang 14 does not compile std::ranges::equal_range of
/// libstdc++.)
template <class Range, class Key, class KeyOf>
auto withKey(Range& sorted, const Key& key, const KeyOf& keyOf) {
    return std::span(std::ranges::lower_bound(sorted, key, {}, keyOf),
                     std::ranges::upper_bound(sorted, key, {}, keyOf));
}

/// Lets a body that was stopped after a fraction of the step move on with what has stopped it: otherwise that
/// would pass through it in the rest. Locked axes hold it.
/// @param carrier        motion of the whole step
/// @param carrierCenter  about which it turns, at the start of the step; `center` is that of the body
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
    const Vector way =
        rest * carrier.translation + Vector(swingOf(carrier.turn, static_cast<double>(rest), arm));
    solved.translation += withLockedMoves(way, solved.locked);
    turnOn(solved, solved.locked.isAny() ? carrier.turn * freeTurns(solved.locked) : carrier.turn, rest);
}

/// Stops a body after a fraction of its motion. Of what forces have added to its velocity, it keeps what they
/// do on its way: all that contacts have not taken was for the whole step.
/// @param before  its velocity at the start of the step
template <class SolverBody, class Vector>
void stopOnTheWay(const Vector& before, float fraction, float dt, SolverBody& solved) {
    const Vector byForces = solved.acceleration * dt;
    const float square = glm::dot(byForces, byForces);
    if (square > 0.0f && std::isfinite(square)) {
        const float left = glm::dot(solved.velocity - before, byForces) / square;
        solved.velocity -= (1.0f - fraction) * std::clamp(left, 0.0f, 1.0f) * byForces;
    }
    shorten(solved, fraction);
}

}  // namespace

/// Lists the bodies that the solver has moved so far, and the pairs of which one may have passed through the
/// other.
template <class T>
void DynamicsStep<T>::listFastBodies() {
    s_.fastBodies.clear();
    s_.isFast.assign(s_.stepBodies.size(), false);
    s_.solvedMotions.resize(s_.stepBodies.size());
    const auto farthestSwingOf = [&](std::size_t i) {
        return farthestSwing(s_.solvedMotions[i].turn, s_.records[s_.awake[i]].coreReach);
    };
    s_.numberLists.collect(parallelFor_, s_.stepBodies.size(), kBodiesPerTask, s_.fastStepBodies,
                           [&](std::size_t i, std::vector<std::uint32_t>& fast) {
                               s_.solvedMotions[i] = solvedMotion(s_.solverBodies[i]);
                               const float way =
                                   glm::length(s_.solvedMotions[i].translation) + farthestSwingOf(i);
                               if (way > 0.5f * s_.records[s_.awake[i]].innerRadius) {
                                   fast.push_back(static_cast<std::uint32_t>(i));
                               }
                           });
    for (const std::uint32_t i : s_.fastStepBodies) {
        s_.isFast[i] = true;
        // It may have got its speed in this step.
        const Record& record = s_.records[s_.awake[i]];
        const Object& object = *world_.find(record.id);
        const Aabb known = s_.nearPairs.box(record.id.index),
                   box = grown(boxInSpace(object.shape, object.pose),
                               inSpace(s_.solvedMotions[i].translation), farthestSwingOf(i) + record.partWay);
        if (!known.contains(box)) {
            s_.nearPairs.setBox(record.id.index, join(known, box));
            s_.nearPairs.follow(record.id.index, 0.0f);
        }
    }
    if (s_.fastStepBodies.empty() && s_.partMotions.empty()) {
        return;
    }
    s_.nearPairs.update(parallelFor_);
    s_.shares.assign(s_.stepBodies.size(), 0.0f);  // all pairs of the first round
    listFastPairs();
}

/// Lists the pairs of which the last round has stopped a body, and which move far past each other now: also
/// those that had moved together.
template <class T>
void DynamicsStep<T>::listFastPairs() {
    constexpr std::size_t kPairsPerTask = 64;
    const auto isStopped = [&](std::uint32_t object) {
        const std::uint32_t at = s_.stepBodyAt(object);
        return at != kNone && s_.shares[at] < 1.0f;
    };
    const std::span<const PairIndices> pairs = s_.nearPairs.all();
    s_.fastLists.collect(parallelFor_, pairs.size(), kPairsPerTask, s_.fastBodies,
                         [&](std::size_t i, std::vector<FastBody>& fast) {
                             const auto& [a, b] = pairs[i];
                             if ((isStopped(a) || isStopped(b)) && s_.nearPairs.overlap(pairs[i])) {
                                 addIfFast(a, b, fast);
                                 addIfFast(b, a, fast);
                             }
                         });
}

template <class T>
void DynamicsStep<T>::addIfFast(std::uint32_t body, std::uint32_t obstacle,
                                std::vector<FastBody>& fast) const {
    const std::uint32_t at = s_.stepBodyAt(body), other = s_.stepBodyAt(obstacle);
    const bool isAnyFast = (at != kNone && s_.isFast[at]) || (other != kNone && s_.isFast[other]);
    const auto partWayOf = [&](std::uint32_t object) {
        const Record* const record = s_.record(s_.recordAt(object));
        return record != nullptr ? record->partWay : 0.0f;
    };
    const float partWays = partWayOf(body) + partWayOf(obstacle);
    const PairIndices pair = sortedPair(body, obstacle);
    if (!(isAnyFast || partWays > 0.0f) || std::ranges::binary_search(s_.permeable, pair) ||
        !s_.isMoverAt(at) || !canTouch(pair)) {
        return;
    }
    const StepMotion<Dimension>& motion = s_.solvedMotions[at];
    Vector way = motion.translation;
    float swing = farthestSwing(motion.turn, s_.records[s_.awake[at]].coreReach) + partWays;
    if (other != kNone) {
        const StepMotion<Dimension>& ofOther = s_.solvedMotions[other];
        way -= ofOther.translation +
               spinCross(ofOther.turn, Vector(s_.stepBodies[at].center - s_.stepBodies[other].center));
        swing += farthestSwing(ofOther.turn, s_.records[s_.awake[other]].coreReach);
    }
    const float length = glm::length(way) + swing;
    if (length > 0.5f * s_.stepBodies[at].innerRadius) {
        fast.push_back({body, obstacle, length});
    }
}

/// How the solver has moved the body of an object.
template <class T>
auto DynamicsStep<T>::solvedMotionAt(std::uint32_t stepBody) const -> StepMotion<Dimension> {
    return stepBody != kNone ? s_.solvedMotions[stepBody] : StepMotion<Dimension>{};
}

/// Finds the share of its motion after which a fast body must stop.
template <class T>
void DynamicsStep<T>::findShare(FastBody& fast) const {
    const PairSide<T> body = sideOf(fast.body), obstacle = sideOf(fast.obstacle);
    const auto motion = solvedMotionAt(body.stepBodyAt), ofObstacle = solvedMotionAt(obstacle.stepBodyAt);
    fast.bodyPart = fast.obstaclePart = kNone;
    if (!body.partMotions.empty() || !obstacle.partMotions.empty()) {
        findShareOfParts(body, motion, obstacle, ofObstacle, fast);
        return;
    }
    const auto whole = [](const PairSide<T>& side, const StepMotion<Dimension>& ofBody) {
        return MovingPart<T>{side.shape(), side.object.pose, motionOf(ofBody, side.center())};
    };
    const FastPair<T> pair{whole(body, motion),      whole(obstacle, ofObstacle),
                           body.record->cores,       {},
                           body.record->innerRadius, fast.way};
    if (!staysShallow(fast, pair)) {
        fast.share = pair.freeFraction();
    }
}

/// Whether the normal of a contact, or the line between the centers, proves that a body need not stop.
template <class T>
bool DynamicsStep<T>::staysShallow(const FastBody& fast, const FastPair<T>& pair) const {
    const PairIndices indices = sortedPair(fast.body, fast.obstacle);
    const double sign = fast.body == indices.a ? 1.0 : -1.0;
    const auto pairOfContact = [](const Found& found) { return pairOf(found); };
    return pair.staysShallow(axisBetween(pair.body, pair.obstacle)) ||
           std::ranges::any_of(withKey(s_.lastContacts, indices, pairOfContact), [&](const Found& found) {
               return pair.staysShallow(sign * DVector(found.contact.normal));
           });
}

/// The same if parts move in the body or the obstacle. A part of a slow body is stopped by nothing: the game
/// moves it on, wherever the body is.
template <class T>
void DynamicsStep<T>::findShareOfParts(const PairSide<T>& body, const StepMotion<Dimension>& motion,
                                       const PairSide<T>& obstacle, const StepMotion<Dimension>& ofObstacle,
                                       FastBody& fast) const {
    const auto forPieces = [](const PairSide<T>& side, const auto& use) {
        const auto count = static_cast<std::uint32_t>(partsOf(side.object.shape).size());
        for (std::uint32_t child = 0; child < std::max(count, 1u); ++child) {
            use(child, side.partMotion(child) != nullptr ? child : kNone);
        }
    };
    forPieces(body, [&](std::uint32_t child, std::uint32_t moving) {
        if (moving != kNone && !s_.isFast[body.stepBodyAt]) {
            return;
        }
        const auto& cores = body.record->cores;
        const auto own = withKey(cores, child, &BodyCore<Dimension>::child);
        const auto parts = partsOf(body.object.shape);
        const auto fromBody = parts.empty() ? typename Space<T>::PartPose{} : parts[child].pose.inverse();
        forPieces(obstacle, [&](std::uint32_t other, std::uint32_t movingOther) {
            const FastPair<Precise<T>> pair{body.part(child, motion),
                                            obstacle.part(other, ofObstacle),
                                            own,
                                            fromBody,
                                            body.record->innerRadius,
                                            fast.way};
            if (const float share = pair.freeFraction(); share < fast.share) {
                fast.share = share;
                fast.bodyPart = moving, fast.obstaclePart = movingOther;
            }
        });
    });
}

/// Moves a stopped body on with what it has stopped at.
template <class T>
void DynamicsStep<T>::carryOn(std::uint32_t stepBody) {
    const Carrier& carrier = s_.carriers[stepBody];
    if (carrier.object == kNone) {
        return;
    }
    const std::uint32_t at = s_.stepBodyAt(carrier.object);
    const auto moveWith = [&](const StepMotion<Dimension>& motion, const Position& center) {
        carry<T>(motion, center, s_.stepBodies[stepBody].center, s_.shares[stepBody],
                 s_.solverBodies[stepBody]);
    };
    if (carrier.part != kNone) {
        const bool stops = at != kNone && s_.shares[at] < 1.0f;
        const auto part = sideOf(carrier.object).part(carrier.part, solvedMotionAt(stops ? kNone : at));
        moveWith({part.motion.translation, turnOf(part.motion)},
                 Position(part.pose * typename Space<Precise<T>>::Position(part.motion.localCenter)));
    } else if (at != kNone) {
        moveWith(s_.solvedMotions[at], s_.stepBodies[at].center);
    }
}

/// Stops fast bodies at what they would pass through. Contacts hold back what a body meets on its way, but
/// not what it meets with a speed that it gets in this step, nor all that it turns into. If the core of a
/// body would reach an obstacle, or if the body would get deep into it, the body stops where it touches the
/// obstacle, or soon after. The next step sees the contact.
///
/// If the obstacle is fast, too, both stop. A kinematic obstacle, or one that is slow for its size, moves on,
/// and takes the body with it. Others may then meet one of them sooner, which the next round
/// sees: the motions as they end up must take no core through what is near. That is judged by the boxes of
/// the first round, so what a carrier takes out of its box can still pass something thin. In a round, all
/// pairs see the motions that its start has, so their order does not matter.
template <class T>
void DynamicsStep<T>::stopAtObstacles() {
    listFastBodies();
    constexpr int kMaxRounds = 16;
    constexpr std::size_t kPairsPerTask = 4;
    for (int round = 0; round < kMaxRounds && !s_.fastBodies.empty(); ++round) {
        const std::size_t tasks = (s_.fastBodies.size() + kPairsPerTask - 1) / kPairsPerTask;
        parallelFor_(tasks, [&](std::size_t task) {
            const std::size_t first = task * kPairsPerTask,
                              end = std::min(first + kPairsPerTask, s_.fastBodies.size());
            for (std::size_t i = first; i < end; ++i) {
                FastBody& fast = s_.fastBodies[i];
                fast.share = 1.0f;
                findShare(fast);
            }
        });
        std::ranges::fill(s_.shares, 1.0f);
        s_.carriers.assign(s_.shares.size(), {});
        const auto stop = [&](std::uint32_t at, float share, Carrier carrier) {
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
                const auto carrierOf = [](std::uint32_t object, std::uint32_t part, bool stops) {
                    return stops && part == kNone ? Carrier{} : Carrier{object, part};
                };
                stop(s_.stepBodyAt(fast.body), fast.share,
                     carrierOf(fast.obstacle, fast.obstaclePart, bothStop));
                if (bothStop) {
                    stop(obstacle, fast.share, carrierOf(fast.body, fast.bodyPart, true));
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
                carryOn(static_cast<std::uint32_t>(i));
            }
        }
        for (std::size_t i = 0; i < s_.shares.size(); ++i) {
            if (s_.shares[i] < 1.0f) {
                s_.solvedMotions[i] = solvedMotion(s_.solverBodies[i]);
            }
        }
        listFastPairs();
    }
}

#define SAT3D_INSTANTIATE(T) template void DynamicsStep<T>::stopAtObstacles()
SAT3D_FOR_EACH_SPACE(SAT3D_INSTANTIATE);
#undef SAT3D_INSTANTIATE

}  // namespace sat3d::SAT3D_ABI
