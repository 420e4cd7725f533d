// Impacts with restitution: the points of a contact bounce together.
// Source: E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003: collisions are
// solved before contacts, in several passes.
#if defined(SAT3D_RESPONSE_IMPACTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_IMPACTS_INL_HPP
#undef SAT3D_RESPONSE_IMPACTS_INL_HPP
#else
#define SAT3D_RESPONSE_IMPACTS_INL_HPP
#endif

#include "response/solver/row-inl.hpp"
#include "response/solver/solve_row-inl.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension, class Block>
class Impact {
public:
    using M = Maths<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Spin = typename M::template Spin<float>;

    /// @param approach  relative acceleration along the normal, positive if it drives the bodies together
    HWY_INLINE Impact(Block& block, float* states, std::size_t lane, float approach, const Substep& substep)
        : row_{block, states, lane},
          block_(block),
          pair_(row_.loadPair()),
          before_(pair_),
          normal_(row_.vector(block.normal)),
          approach_(approach),
          substep_(substep) {}

    /// Bounces the points that meet in this substep, if one of them meets fast enough.
    /// @return whether there was an impact
    HWY_INLINE bool run() {
        if (!findParticipants()) {
            return false;
        }
        constexpr int kSweeps = 16;
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            solvePoints();
            solveFriction();
        }
        keepEnergy();
        row_.storePair(pair_);
        return true;
    }

    /// The impulse at a point.
    [[nodiscard]] HWY_INLINE float impulse(std::size_t point) const { return impulses_[point]; }

private:
    HWY_INLINE bool findParticipants() {
        const auto moved = row_.loadDisplacement();
        bool isFast = false;
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            const auto& point = block_.points[i];
            const float separation = row_.separation(point, normal_, moved);
            const float speed =
                dot(normal_, pair_.relativeVelocity(row_.vector(point.armA), row_.vector(point.armB)));
            takesPart_[i] = row_.number(point.mass) > 0.0f && separation + speed * substep_.h < 0.0f;
            if (!takesPart_[i]) {
                continue;
            }
            const bool bounces = speed < -substep_.options.restitutionThreshold;
            targets_[i] = bounces ? bounceSpeed(separation, speed) : 0.0f;
            isFast = isFast || bounces;
        }
        return isFast;
    }

    /// The speed after the impact, with which the bodies have the energy at the end of the substep that they
    /// would have if they had bounced exactly when their surfaces met.
    [[nodiscard]] HWY_INLINE float bounceSpeed(float separation, float speed) const {
        const float restitution = row_.number(block_.restitution), g = approach_ * substep_.h;
        const float start = -speed - g;  // approach before this substep's acceleration
        const float fall = 2.0f * approach_ * separation;
        const float square = g * g + restitution * restitution * (start * start + fall) - fall;
        return squareRoot(maximum(square, 0.0f)) - g;
    }

    HWY_INLINE void solvePoints() {
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            if (takesPart_[i]) {
                const auto& point = block_.points[i];
                const Vector armA = row_.vector(point.armA), armB = row_.vector(point.armB);
                const float speed = dot(normal_, pair_.relativeVelocity(armA, armB));
                const float after =
                    maximum(impulses_[i] - row_.number(point.mass) * (speed - targets_[i]), 0.0f);
                push(normal_ * (after - impulses_[i]), armA, armB);
                impulses_[i] = after;
            }
        }
    }

    HWY_INLINE void solveFriction() {
        float total = 0.0f;
        for (const float impulse : impulses_) {
            total = total + impulse;
        }
        const float limit = row_.number(block_.friction) * total;
        const Vector armA = row_.vector(block_.middleA), armB = row_.vector(block_.middleB);
        const Vector velocity = pair_.relativeVelocity(armA, armB);
        const auto tangents = M::template tangents<float>(normal_, row_.vector(block_.tangent));
        const float speed = dot(tangents.first, velocity) + row_.number(block_.surfaceSpeed[0]);
        float wanted[2] = {friction_[0] - row_.number(block_.tangentMass[0]) * speed, 0.0f};
        if constexpr (M::kTangents == 2) {
            const float speed2 = dot(tangents.second, velocity) + row_.number(block_.surfaceSpeed[1]);
            wanted[0] = wanted[0] - row_.number(block_.tangentMass[1]) * speed2;
            wanted[1] = friction_[1] - (row_.number(block_.tangentMass[1]) * speed +
                                        row_.number(block_.tangentMass[2]) * speed2);
        }
        const float length = squareRoot(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
        const float scale = limit < length ? limit / length : 1.0f;
        Vector change = tangents.first * (wanted[0] * scale - friction_[0]);
        if constexpr (M::kTangents == 2) {
            change = change + tangents.second * (wanted[1] * scale - friction_[1]);
        }
        push(change, armA, armB);
        friction_[0] = wanted[0] * scale, friction_[1] = wanted[1] * scale;
    }

    HWY_INLINE void push(const Vector& impulse, const Vector& armA, const Vector& armB) {
        pair_.push(impulse, armA, armB);
        impulse_ = impulse_ + impulse;
        turnA_ = turnA_ + M::template armCross<float>(armA, impulse);
        turnB_ = turnB_ + M::template armCross<float>(armB, impulse);
    }

    /// Takes a part of the change only, if all of it would give the bodies more energy than they had. The
    /// energy after a part t of the change is larger by linear * t + quadratic * t^2.
    HWY_INLINE void keepEnergy() {
        const float linear =
            dot(impulse_, before_.b.v - before_.a.v) + dot(turnB_, before_.b.w) - dot(turnA_, before_.a.w);
        const float quadratic =
            0.5f * ((before_.inverseMassA + before_.inverseMassB) * dot(impulse_, impulse_) +
                    dot(turnA_, M::template times<float>(before_.inertiaA, turnA_)) +
                    dot(turnB_, M::template times<float>(before_.inertiaB, turnB_)));
        if (linear + quadratic > 0.0f) {
            const float part = linear < 0.0f ? -linear / quadratic : 0.0f;
            pair_ = before_;
            pair_.push(impulse_ * part);
            pair_.turn(turnA_ * part, turnB_ * part);
            for (float& impulse : impulses_) {
                impulse = impulse * part;
            }
        }
    }

    Row<Dimension, Block, float> row_;
    Block& block_;
    BodyPair<Dimension, float> pair_;
    BodyPair<Dimension, float> before_;
    Vector normal_;
    float approach_;
    const Substep& substep_;
    bool takesPart_[Block::kPointCount] = {};
    float targets_[Block::kPointCount] = {};
    float impulses_[Block::kPointCount] = {};
    float friction_[2] = {};
    Vector impulse_ = M::template zeroVector<float>();
    Spin turnA_ = {}, turnB_ = {};
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
