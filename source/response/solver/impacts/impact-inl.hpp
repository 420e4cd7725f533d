// The impact of two bodies: the points of their contact are solved together.
// Source: E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003.
#if defined(SAT3D_RESPONSE_IMPACT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_IMPACT_INL_HPP
#undef SAT3D_RESPONSE_IMPACT_INL_HPP
#else
#define SAT3D_RESPONSE_IMPACT_INL_HPP
#endif

#include "response/solver/impacts/impact_contact-inl.hpp"
#include "response/solver/problem/impact_memory.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class Impact {
public:
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Spin = typename M::template Spin<float>;
    using Impulses = ImpactImpulses<Dimension>;
    using Contact = ImpactContact<Dimension>;
    using Targets = ImpactTargets<Dimension>;

    HWY_INLINE Impact(const Contact& contact, const BodyStates<Dimension>& states, const Substep& substep)
        : contact_(contact),
          states_(states),
          storesA_(contact.movesA),
          storesB_(contact.movesB),
          pair_{contact.inverseMassA,
                contact.inverseMassB,
                inertiaNow(contact.a, contact.inertiaA, contact.turnsA),
                inertiaNow(contact.b, contact.inertiaB, contact.turnsB),
                states.motionAt(contact.a),
                states.motionAt(contact.b)},
          normal_(M::fromGlm(contact.normal)),
          substep_(substep) {
        if (contact.hasLocks) {
            pair_.hasLocks = true;
            pair_.freeMovesA = M::template freeMoves<float>(&contact.lockedA, 0);
            pair_.freeMovesB = M::template freeMoves<float>(&contact.lockedB, 0);
            pair_.inertiaA = M::template lockedInertia<float>(
                pair_.inertiaA, M::template freeTurns<float>(&contact.lockedA, 0));
            pair_.inertiaB = M::template lockedInertia<float>(
                pair_.inertiaB, M::template freeTurns<float>(&contact.lockedB, 0));
        }
    }

    /// Limits the impulses along the normal to a sum.
    HWY_INLINE void limit(float sum) { most_ = sum; }

    /// Lets the bodies bounce off each other, if they meet fast in this substep.
    /// @param acceleration  of A relative to B
    /// @return whether they do
    HWY_INLINE bool bounce(const Vector& acceleration, Impulses& impulses) {
        if (!meets(substep_.impactSpeed(), impulses)) {
            return false;
        }
        Targets targets;
        findTargets(acceleration, targets);
        const BodyPair<Dimension, float> before = pair_;
        setTargets(targets);
        solve(impulses, {.sweeps = 16, .precision = 1e-4f});
        keepEnergy(before, acceleration, impulses);
        storePair();
        return true;
    }

    /// Finds the speeds after an impact, after meets().
    /// @param acceleration  of A relative to B
    HWY_INLINE void findTargets(const Vector& acceleration, Targets& targets) {
        std::fill_n(targets.speeds, Dimension::kMaxPoints, Targets::kNone);
        const float approach = dot(normal_, acceleration);  // positive if it drives the bodies together
        const bool isBouncy = contact_.restitution > 0.0f;
        for (const Point& point : points()) {
            const bool bounces = isBouncy && point.speed < -substep_.options.restitutionThreshold;
            targets.speeds[point.number] = bounces ? bounceSpeed(point, approach) : stopSpeed(point);
        }
    }
    /// Solves this pair once more while several pairs collide at once. It starts from the impulses so far.
    /// What met at the start takes part, even if others have pushed it apart since: they may give way again,
    /// and the first of two equal blows would count for more.
    HWY_INLINE void bounceOn(const Targets& targets, Impulses& impulses) {
        (void)meets(substep_.impactSpeed(), impulses, &targets);
        setTargets(targets);
        solve(impulses, {.sweeps = 4, .precision = 1e-4f});
        storePair();
    }

    /// Finds the points that meet in this substep. A body that is tilted by a milliradian lands on all of its
    /// points.
    /// @param targets  of points that take part in any case
    /// @return whether one of them meets faster than a speed, or has an impulse already
    [[nodiscard]] HWY_INLINE bool meets(float speed, const Impulses& impulses,
                                        const Targets* targets = nullptr) {
        const float limit = -speed;
        bool isImpact = false;
        for (std::size_t i = 0; i < contact_.pointCount; ++i) {
            isImpact = isImpact || impulses.points[i] > 0.0f;
        }
        NormalSpeeds<Dimension, float> speeds(pair_, normal_);
        if (contact_.hasParts) {
            speeds.add(parts());
        }
        constexpr float kFlat = 1e-3f;
        const float slack = kFlat * contact_.reach;
        Gaps<Dimension, float> gaps(
            normal_, states_.displacementAt(contact_.a), states_.displacementAt(contact_.b), contact_.radiusA,
            contact_.radiusB, M::rotationFromGlm(contact_.turnedA), M::rotationFromGlm(contact_.turnedB));
        if (contact_.hasParts) {
            gaps.add(parts(), substep_.time);
        }
        for (std::size_t i = 0; i < contact_.pointCount; ++i) {
            const auto& from = contact_.points[i];
            const Arms arms = armsNow(from.armA, from.armB);
            Point& point = points_[pointCount_];
            point.number = i;
            point.separation = from.base + gaps.at(M::fromGlm(from.armA), M::fromGlm(from.armB));
            point.speed = speeds.at(arms.a, arms.b);
            const float gap = point.separation + point.speed * substep_.h;  // at the end of the substep
            const bool isAimed = targets != nullptr && targets->speeds[i] != Targets::kNone;
            if ((from.hasMass && gap < slack) || impulses.points[i] > 0.0f || isAimed) {
                ++pointCount_;
                fastest_ = minimum(fastest_, point.speed);
                isImpact = isImpact || (gap < 0.0f && point.speed < limit);
            }
        }
        return isImpact;
    }

    /// Stops the bodies at each other, after meets(). Continues from the impulses so far.
    HWY_INLINE void stop(Impulses& impulses) {
        for (Point& point : points()) {
            point.target = stopSpeed(point);
        }
        solve(impulses, {.sweeps = 4, .precision = 1e-3f});  // the contact is solved again, with others
        storePair();
    }

    /// Gives one of the bodies an infinite mass, and leaves its motion alone: other threads may read it.
    HWY_INLINE void hold(bool isA) {
        (isA ? pair_.inverseMassA : pair_.inverseMassB) = 0.0f;
        (isA ? pair_.inertiaA : pair_.inertiaB) = {};
        (isA ? storesA_ : storesB_) = false;
    }

    /// Applies impulses to one of the bodies.
    HWY_INLINE void push(const Impulses& impulses, bool onA) {
        BodyPair<Dimension, float> pushed = pair_;
        pushed.push(M::fromGlm(impulses.sum));
        pushed.turn(M::spinFromGlm(impulses.turnA), M::spinFromGlm(impulses.turnB));
        hold(!onA);
        (onA ? pair_.a : pair_.b) = onA ? pushed.a : pushed.b;
        storePair();
    }

private:
    /// A point of the contact that takes part.
    struct Point {
        std::size_t number;
        float separation;
        float speed;   ///< before the impact; negative if the bodies approach
        float target;  ///< after it
        float mass;    ///< effective mass
    };
    [[nodiscard]] HWY_INLINE std::span<Point> points() { return {points_, pointCount_}; }
    [[nodiscard]] HWY_INLINE PartSpeeds<Dimension, float> parts() const {
        return {contact_.partSpeed, M::fromGlm(contact_.partPerArm)};
    }

    /// The inverse inertia of a body as it lies now. That of any other moment would change the energy of a
    /// stick, whose inertias differ by hundreds.
    [[nodiscard]] HWY_INLINE auto inertiaNow(std::uint32_t state, const typename Dimension::Inertia& atStart,
                                             bool turns) const {
        const auto inertia = M::fromGlm(atStart);
        return turns ? M::template turnedInertia<float>(states_.displacementAt(state).rotation, inertia)
                     : inertia;
    }

    /// From the centers of mass to a point on the surfaces of both bodies.
    struct Arms {
        Vector a, b;
    };
    /// The cores of round parts turn with their bodies: a push must not miss the axis of a capsule, about
    /// which it has next to no inertia. Other points stay where the contact was found.
    /// @param a, b  as the contact has them
    [[nodiscard]] HWY_INLINE Arms armsNow(const typename Dimension::Vector& a,
                                          const typename Dimension::Vector& b) const {
        Arms arms{M::fromGlm(a), M::fromGlm(b)};
        if constexpr (M::kHasGyroscopes) {
            const auto turn = [&](Vector& arm, std::uint32_t state, const Vector& toSurface,
                                  const typename Dimension::Rotation& found) HWY_ATTR {
                const Vector core =
                    M::template rotatedBack<float>(M::rotationFromGlm(found), arm - toSurface);
                arm = M::template rotated<float>(states_.displacementAt(state).rotation, core) + toSurface;
            };
            if (contact_.turnsA && contact_.radiusA > 0.0f && !contact_.hasParts) {
                turn(arms.a, contact_.a, normal_ * contact_.radiusA, contact_.turnedA);
            }
            if (contact_.turnsB && contact_.radiusB > 0.0f && !contact_.hasParts) {
                turn(arms.b, contact_.b, normal_ * -contact_.radiusB, contact_.turnedB);
            }
        }
        return arms;
    }

    HWY_INLINE void storePair() const {
        if (storesA_) {
            states_.setMotionAt(contact_.a, pair_.a);
        }
        if (storesB_) {
            states_.setMotionAt(contact_.b, pair_.b);
        }
    }

    HWY_INLINE void setTargets(const Targets& targets) {
        for (Point& point : points()) {
            const float speed = targets.speeds[point.number];
            point.target = speed == Targets::kNone ? stopSpeed(point) : speed;
        }
    }
    /// The speed with which a gap closes in this substep.
    [[nodiscard]] HWY_INLINE float stopSpeed(const Point& point) const {
        return -maximum(point.separation, 0.0f) / substep_.h;
    }

    /// The speed after the impact. With it, the bodies end the substep with the energy that they would have
    /// if they had bounced at the moment when their surfaces met.
    [[nodiscard]] HWY_INLINE float bounceSpeed(const Point& point, float approach) const {
        const float restitution = contact_.restitution, g = approach * substep_.h;
        const float start = -point.speed - g;  // approach before this substep's acceleration
        const float fall = 2.0f * approach * point.separation;
        const float square = g * g + restitution * restitution * (start * start + fall) - fall;
        return squareRoot(maximum(square, 0.0f)) - g;
    }

    /// When an iteration ends: after so many sweeps, or if speeds change by less than a part of the fastest
    /// one.
    struct Effort {
        int sweeps;
        float precision;
    };

    /// Gauss-Seidel iteration over the points and friction.
    HWY_INLINE void solve(Impulses& impulses, Effort effort) {
        const float precise = effort.precision * maximum(-fastest_, substep_.leastImpactSpeed());
        setDirections();
        const Impulses before = impulses;
        if (contact_.restitution > 0.0f) {
            startEvenly(impulses);
        }
        for (int sweep = 0; sweep < effort.sweeps; ++sweep) {
            const float change = solvePoints(impulses);
            solveFriction(impulses);
            if (sweep > 0 && !(change > precise)) {  // the first one has not seen what friction does
                break;
            }
        }
        impulses.sum = typename Dimension::Vector(0.0f);
        impulses.turnA = impulses.turnB = typename Dimension::Spin(0.0f);
        const auto apply = [&](std::size_t direction, float impulse, float impulseBefore) HWY_ATTR {
            directions_[direction].addTo(impulses, impulse);
            directions_[direction].push(pair_, impulse - impulseBefore);
        };
        for (std::size_t i = 0; i < pointCount_; ++i) {
            const std::size_t number = points_[i].number;
            apply(i, impulses.points[number], before.points[number]);
        }
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            apply(kTangentsAt + i, impulses.friction[i], before.friction[i]);
        }
    }

    /// Sets the directions of all points and of friction, the speeds along them, and how an impulse along one
    /// changes the speed along another.
    HWY_INLINE void setDirections() {
        std::fill_n(&responses_[0][0], kDirections * kDirections, 0.0f);
        std::fill_n(speeds_, kDirections, 0.0f);
        for (std::size_t i = 0; i < pointCount_; ++i) {
            const auto& from = contact_.points[points_[i].number];
            const Arms arms = armsNow(from.armA, from.armB);
            directions_[i].set(arms.a, arms.b, normal_);
        }
        const Arms middle = armsNow(contact_.middleA, contact_.middleB);
        const auto tangents = M::template tangents<float>(normal_, M::fromGlm(contact_.tangent));
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            directions_[kTangentsAt + i].set(middle.a, middle.b, tangents[i]);
        }
        forDirections([&](std::size_t i) HWY_ATTR {
            directions_[i].setSpins(pair_);
            speeds_[i] = directions_[i].speed(pair_);
        });
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            speeds_[kTangentsAt + i] += contact_.surfaceSpeed[i];
        }
        for (std::size_t i = 0; contact_.hasParts && i < pointCount_; ++i) {
            speeds_[i] += parts().at(M::fromGlm(contact_.points[points_[i].number].armB));
        }
        forDirections([&](std::size_t i) HWY_ATTR {
            forDirections([&](std::size_t k) HWY_ATTR {
                if (i <= k) {
                    responses_[i][k] = responses_[k][i] = directions_[i].response(pair_, directions_[k]);
                }
            });
        });
        for (std::size_t i = 0; i < pointCount_; ++i) {
            points_[i].mass = inverseOf(responses_[i][i]);
        }
        findTangentMass<Dimension>([&](std::size_t i, std::size_t k)
                                       HWY_ATTR { return responses_[kTangentsAt + i][kTangentsAt + k]; },
                                   tangentMass_);
    }
    template <class Use>
    HWY_INLINE void forDirections(const Use& use) const {
        for (std::size_t i = 0; i < pointCount_; ++i) {
            use(i);
        }
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            use(kTangentsAt + i);
        }
    }

    HWY_INLINE void changeSpeeds(std::size_t direction, float impulse) {
        for (std::size_t i = 0; i < kDirections; ++i) {
            speeds_[i] += impulse * responses_[direction][i];
        }
    }

    /// Starts with equal impulses at all points, which stop the mean of them: that is all for a body that
    /// lands flat. Point by point, the first one would take most, and turn a tall body for the friction to
    /// act on.
    HWY_INLINE void startEvenly(Impulses& impulses) {
        float lacking = 0.0f, response = 0.0f;
        for (std::size_t i = 0; i < pointCount_; ++i) {
            if (impulses.points[points_[i].number] > 0.0f) {
                return;
            }
            lacking = lacking + (points_[i].target - speeds_[i]);
            for (std::size_t k = 0; k < pointCount_; ++k) {
                response = response + responses_[i][k];
            }
        }
        if (lacking > 0.0f && response > 0.0f) {
            const float each = minimum(lacking / response, most_ / static_cast<float>(pointCount_));
            for (std::size_t i = 0; i < pointCount_; ++i) {
                impulses.points[points_[i].number] = each;
                changeSpeeds(i, each);
            }
        }
    }

    /// @return the largest change of speed
    HWY_INLINE float solvePoints(Impulses& impulses) {
        float change = 0.0f, left = most_;
        for (const Point& point : points()) {
            left -= impulses.points[point.number];
        }
        for (std::size_t i = 0; i < pointCount_; ++i) {
            const float excess = points_[i].target - speeds_[i];
            float& impulse = impulses.points[points_[i].number];
            const float after =
                minimum(maximum(impulse + points_[i].mass * excess, 0.0f), impulse + maximum(left, 0.0f));
            left -= after - impulse;
            changeSpeeds(i, after - impulse);
            impulse = after;
            change = maximum(change, after > 0.0f ? maximum(excess, -excess) : 0.0f);
        }
        return change;
    }

    HWY_INLINE void solveFriction(Impulses& impulses) {
        float total = 0.0f;
        for (const Point& point : points()) {
            total = total + impulses.points[point.number];
        }
        const float limit = contact_.friction * total;
        const float* const speed = speeds_ + kTangentsAt;
        float wanted[2] = {impulses.friction[0] - tangentMass_[0] * speed[0], 0.0f};
        if constexpr (M::kTangents == 2) {
            wanted[0] = wanted[0] - tangentMass_[1] * speed[1];
            wanted[1] = impulses.friction[1] - (tangentMass_[1] * speed[0] + tangentMass_[2] * speed[1]);
        }
        const float length = squareRoot(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
        const float scale = limit < length ? limit / length : 1.0f;
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            const float after = wanted[i] * scale;
            changeSpeeds(kTangentsAt + i, after - impulses.friction[i]);
            impulses.friction[i] = after;
        }
    }

    /// Takes a part of the impulses only, if all of them would give the bodies more energy than they had:
    /// friction and the bounce of a corner can do so together. The energy after a part t is larger by
    /// slope * t + curvature * t^2. It includes that of height: the impulses move the bodies against the
    /// acceleration in this substep.
    HWY_INLINE void keepEnergy(const BodyPair<Dimension, float>& before, const Vector& acceleration,
                               Impulses& impulses) {
        const Vector sum = M::fromGlm(impulses.sum);
        const Spin turnA = M::spinFromGlm(impulses.turnA), turnB = M::spinFromGlm(impulses.turnB);
        const float slope = dot(sum, before.b.v - before.a.v + acceleration * substep_.h) +
                            (dot(turnB, before.b.w) - dot(turnA, before.a.w)) +
                            workOfParts(contact_, impulses);
        const float curvature = 0.5f * (before.responseOfCenters(sum, sum) +
                                        dot(turnA, M::template times<float>(before.inertiaA, turnA)) +
                                        dot(turnB, M::template times<float>(before.inertiaB, turnB)));
        if (slope + curvature > 0.0f) {
            const float part = slope < 0.0f ? -slope / curvature : 0.0f;
            pair_ = before;
            pair_.push(sum * part);
            pair_.turn(turnA * part, turnB * part);
            for (float& impulse : impulses.points) {
                impulse = impulse * part;
            }
        }
    }

    static constexpr std::size_t kTangentsAt = Dimension::kMaxPoints;
    static constexpr std::size_t kDirections = kTangentsAt + M::kTangents;

    const Contact& contact_;
    const BodyStates<Dimension>& states_;
    bool storesA_, storesB_;
    BodyPair<Dimension, float> pair_;
    Vector normal_;
    const Substep& substep_;
    Point points_[Dimension::kMaxPoints + 1];
    std::size_t pointCount_ = 0;
    float fastest_ = 0.0f;                                 ///< most negative speed of a point
    float most_ = std::numeric_limits<float>::infinity();  ///< the sum of impulses along the normal
    // One entry for each point that takes part, then one for each tangent.
    PushDirection<Dimension> directions_[kDirections];
    float speeds_[kDirections];
    float responses_[kDirections][kDirections];
    float tangentMass_[DimensionSizes<Dimension>::kTangentMass];
};

/// Calls use(impact) for a contact that is loaded.
template <class Dimension, class Use>
HWY_INLINE void withImpact(SolverProblem<Dimension>& problem, const BodyStates<Dimension>& states,
                           const Substep& substep, std::uint32_t contact, const Use& use) {
    const ImpactContact<Dimension>& copy = problem.impacts.contacts[contact];
    Impact<Dimension> impact(copy, states, substep);
    if (copy.hasCaps) {
        withImpulseLeft(problem, contact, [&](float& left) HWY_ATTR { impact.limit(left); });
    }
    use(impact);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
