// The impact of two bodies: the points of their contact are solved together.
// Source: E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003.
#if defined(SAT3D_RESPONSE_IMPACT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_IMPACT_INL_HPP
#undef SAT3D_RESPONSE_IMPACT_INL_HPP
#else
#define SAT3D_RESPONSE_IMPACT_INL_HPP
#endif

#include "response/solver/impact_memory.hpp"
#include "response/solver/row-inl.hpp"
#include "response/solver/solve_row-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension, class Block>
class Impact {
public:
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Spin = typename M::template Spin<float>;
    using Impulses = ImpactImpulses<Dimension>;

    HWY_INLINE Impact(Block& block, float* states, std::size_t lane, const Substep& substep)
        : row_{block, states, lane},
          block_(block),
          pair_(row_.loadPair()),
          before_(pair_),
          normal_(row_.vector(block.normal)),
          substep_(substep) {}

    /// Gives one of the bodies an infinite mass.
    HWY_INLINE void hold(bool isA) {
        (isA ? pair_.inverseMassA : pair_.inverseMassB) = 0.0f;
        (isA ? pair_.inertiaA : pair_.inertiaB) = {};
    }

    /// Lets the bodies bounce off each other, if they meet fast in this substep.
    /// @param approach  relative acceleration along the normal, positive if it drives the bodies together
    /// @return whether they do
    HWY_INLINE bool bounce(float approach, Impulses& impulses) {
        const auto target = [&](float separation, float speed) HWY_ATTR {
            const bool bounces =
                speed < -substep_.options.restitutionThreshold && row_.number(block_.restitution) > 0.0f;
            return bounces ? bounceSpeed(separation, speed, approach) : stopSpeed(separation);
        };
        if (!findPoints(impulses, target)) {
            return false;
        }
        solve(impulses);
        keepEnergy(impulses);
        row_.storePair(pair_);
        return true;
    }

    /// Stops the bodies at each other, if they meet fast in this substep. Continues from the impulses so far.
    /// @return whether there are impulses
    HWY_INLINE bool stop(Impulses& impulses) {
        const auto target = [&](float separation, float) HWY_ATTR { return stopSpeed(separation); };
        if (!findPoints(impulses, target)) {
            return false;
        }
        solve(impulses);
        row_.storePair(pair_);
        return true;
    }

    /// Applies impulses to one of the bodies.
    HWY_INLINE void push(const Impulses& impulses, bool onA) {
        BodyPair<Dimension, float> pushed = pair_;
        pushed.push(M::fromGlm(impulses.sum));
        pushed.turn(M::spinFromGlm(impulses.turnA), M::spinFromGlm(impulses.turnB));
        (onA ? pair_.a : pair_.b) = onA ? pushed.a : pushed.b;
        row_.storePair(pair_);
    }

private:
    /// Finds the points that meet in this substep, and the speeds that they shall have. A body that lands
    /// flat but for a milliradian lands on all its points.
    /// @return whether one of them meets fast, or has an impulse already
    template <class Target>
    HWY_INLINE bool findPoints(const Impulses& impulses, const Target& targetFor) {
        constexpr float kFlat = 1e-3f;
        const float slack = kFlat * row_.number(block_.reach);
        const auto moved = row_.loadDisplacement();
        bool isImpact = false;
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            const auto& point = block_.points[i];
            const Arms<Vector> arms{row_.vector(point.armA), row_.vector(point.armB)};
            const float separation = row_.separation(point, normal_, moved);
            const float speed = dot(normal_, pair_.relativeVelocity(arms.a, arms.b));
            const float gap = separation + speed * substep_.h;  // at the end of the substep
            const bool meets = row_.number(point.mass) > 0.0f && gap < slack;
            if (meets || impulses.points[i] > 0.0f) {
                arms_[i] = arms;
                masses_[i] = inverseOf(pair_.response(arms.a, arms.b, normal_, normal_));
                targets_[i] = targetFor(separation, speed);
                fastest_ = minimum(fastest_, speed);
                isImpact =
                    isImpact || (gap < 0.0f && speed < -substep_.impactSpeed()) || impulses.points[i] > 0.0f;
            }
        }
        return isImpact;
    }

    /// The speed with which a gap closes in this substep.
    [[nodiscard]] HWY_INLINE float stopSpeed(float separation) const {
        return -maximum(separation, 0.0f) / substep_.h;
    }

    /// The speed after the impact, with which the bodies have the energy at the end of the substep that they
    /// would have if they had bounced exactly when their surfaces met.
    [[nodiscard]] HWY_INLINE float bounceSpeed(float separation, float speed, float approach) const {
        const float restitution = row_.number(block_.restitution), g = approach * substep_.h;
        const float start = -speed - g;  // approach before this substep's acceleration
        const float fall = 2.0f * approach * separation;
        const float square = g * g + restitution * restitution * (start * start + fall) - fall;
        return squareRoot(maximum(square, 0.0f)) - g;
    }

    /// Gauss-Seidel iteration over the points and friction.
    HWY_INLINE void solve(Impulses& impulses) {
        constexpr int kSweeps = 16;
        constexpr float kPrecision = 1e-4f;
        const float precise = kPrecision * maximum(-fastest_, substep_.impactSpeed());
        const Arms<Vector> middle{row_.vector(block_.middleA), row_.vector(block_.middleB)};
        const auto tangents = M::template tangents<float>(normal_, row_.vector(block_.tangent));
        findTangentMass<Dimension>(pair_, middle.a, middle.b, tangents, tangentMass_);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            const float change = solvePoints(impulses);
            solveFriction(impulses, middle, tangents);
            if (!(change > precise)) {
                break;
            }
        }
    }

    /// @return the largest change of speed
    HWY_INLINE float solvePoints(Impulses& impulses) {
        float change = 0.0f;
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            if (masses_[i] > 0.0f) {
                const auto& [a, b] = arms_[i];
                const float excess = targets_[i] - dot(normal_, pair_.relativeVelocity(a, b));
                const float before = impulses.points[i], after = maximum(before + masses_[i] * excess, 0.0f);
                push(normal_ * (after - before), arms_[i], impulses);
                impulses.points[i] = after;
                change = maximum(change, after > 0.0f ? maximum(excess, -excess) : 0.0f);
            }
        }
        return change;
    }

    HWY_INLINE void solveFriction(Impulses& impulses, const Arms<Vector>& arms,
                                  const typename M::template Tangents<float>& tangents) {
        float total = 0.0f;
        for (const float impulse : impulses.points) {
            total = total + impulse;
        }
        const float limit = row_.number(block_.friction) * total;
        const Vector velocity = pair_.relativeVelocity(arms.a, arms.b);
        const float speed = dot(tangents.first, velocity) + row_.number(block_.surfaceSpeed[0]);
        float wanted[2] = {impulses.friction[0] - tangentMass_[0] * speed, 0.0f};
        if constexpr (M::kTangents == 2) {
            const float speed2 = dot(tangents.second, velocity) + row_.number(block_.surfaceSpeed[1]);
            wanted[0] = wanted[0] - tangentMass_[1] * speed2;
            wanted[1] = impulses.friction[1] - (tangentMass_[1] * speed + tangentMass_[2] * speed2);
        }
        const float length = squareRoot(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
        const float scale = limit < length ? limit / length : 1.0f;
        Vector change = tangents.first * (wanted[0] * scale - impulses.friction[0]);
        if constexpr (M::kTangents == 2) {
            change = change + tangents.second * (wanted[1] * scale - impulses.friction[1]);
        }
        push(change, arms, impulses);
        impulses.friction[0] = wanted[0] * scale, impulses.friction[1] = wanted[1] * scale;
    }

    HWY_INLINE void push(const Vector& impulse, const Arms<Vector>& arms, Impulses& impulses) {
        pair_.push(impulse, arms.a, arms.b);
        impulses.sum += M::toGlm(impulse);
        impulses.turnA += M::spinToGlm(M::template armCross<float>(arms.a, impulse));
        impulses.turnB += M::spinToGlm(M::template armCross<float>(arms.b, impulse));
    }

    /// Takes a part of the impulses only, if all of them would give the bodies more energy than they had. The
    /// energy after a part t is larger by slope * t + curvature * t^2.
    HWY_INLINE void keepEnergy(Impulses& impulses) {
        const Vector sum = M::fromGlm(impulses.sum);
        const Spin turnA = M::spinFromGlm(impulses.turnA), turnB = M::spinFromGlm(impulses.turnB);
        const float slope =
            dot(sum, before_.b.v - before_.a.v) + dot(turnB, before_.b.w) - dot(turnA, before_.a.w);
        const float curvature = 0.5f * ((before_.inverseMassA + before_.inverseMassB) * dot(sum, sum) +
                                        dot(turnA, M::template times<float>(before_.inertiaA, turnA)) +
                                        dot(turnB, M::template times<float>(before_.inertiaB, turnB)));
        if (slope + curvature > 0.0f) {
            const float part = slope < 0.0f ? -slope / curvature : 0.0f;
            pair_ = before_;
            pair_.push(sum * part);
            pair_.turn(turnA * part, turnB * part);
            for (float& impulse : impulses.points) {
                impulse = impulse * part;
            }
        }
    }

    Row<Dimension, Block, float> row_;
    Block& block_;
    BodyPair<Dimension, float> pair_;
    BodyPair<Dimension, float> before_;
    Vector normal_;
    const Substep& substep_;
    Arms<Vector> arms_[Block::kPointCount] = {};
    float masses_[Block::kPointCount] = {};  ///< effective masses of points that take part; 0 of others
    float targets_[Block::kPointCount] = {};
    float tangentMass_[DimensionSizes<Dimension>::kTangentMass] = {};
    float fastest_ = 0.0f;  ///< most negative speed
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
