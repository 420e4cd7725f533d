// Joints that hold two points together, for a row of them at a time: one system for all axes.
// Sources: see solve_joint-inl.hpp.
#if defined(SAT3D_RESPONSE_SOLVE_POINT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_POINT_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_POINT_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_POINT_INL_HPP
#endif

#include "response/solver/joints/joint_row.hpp"
#include "response/solver/joints/solve_joined-inl.hpp"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class RowSolver<Dimension, PointRow<Dimension>>
    : public JoinedRowSolver<RowSolver<Dimension, PointRow<Dimension>>, Dimension, PointRow<Dimension>> {
public:
    using Block = PointRow<Dimension>;
    using Base = JoinedRowSolver<RowSolver<Dimension, Block>, Dimension, Block>;
    using Geometry = JointArms<Dimension>;
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Pair = BodyPair<Dimension, F>;

    HWY_INLINE RowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : Base(block, states, lane, substep) {}

    HWY_INLINE void push(Pair& pair, const Geometry& arms) const {
        pair.push(row_.vector(block_.hold), arms.pushArmA, arms.armB);
    }
    HWY_INLINE void solvePair(Stage stage, Pair& pair, const Geometry& arms) {
        Softness soft{0.0f, 1.0f, 0.0f};
        const Vector speed = pair.relativeVelocity(arms.pushArmA, arms.armB);
        Vector lost = speed;
        if (stage == Stage::Solve) {
            // The points shall meet where the bodies are at the end of the substep.
            soft = soft_;
            const Vector change = arms.change(pair, row_.vector(block_.fall), substep_.h);
            lost = change * all<F>(1.0f / substep_.h) + arms.apart * all<F>(soft.biasRate);
            lost = lost - (lost - speed) * (all<F>(1.0f) - Base::calm_);
        }
        hold(pair, arms, lost, soft);
    }
    HWY_INLINE void addTotals(const Geometry&) {
        M::template storeVector<F>(row_.vector(block_.impulse) + row_.vector(block_.hold), block_.impulse,
                                   row_.lane);
    }
    template <class Use>
    HWY_INLINE void forImpulses(const Use& use) {
        for (std::size_t i = 0; i < kAxes; ++i) {
            use(block_.hold[i], block_.holdBefore[i]);
        }
    }

private:
    using Base::row_, Base::block_, Base::substep_, Base::soft_, Base::isSolved_;
    static constexpr std::size_t kAxes = DimensionSizes<Dimension>::kVector;

    /// @param lost  the speed that the points shall lose
    HWY_INLINE void hold(Pair& pair, const Geometry& arms, const Vector& lost, const Softness& soft) {
        F changes[kAxes], responses[kAxes][kAxes];
        split(lost, changes);
        for (const F& one : changes) {
            Base::noteError(one);
        }
        setResponses(pair, arms, responses);
        const Vector before = row_.vector(block_.hold);
        F rounding[kAxes];
        for (F& one : rounding) {
            one = all<F>(0.0f);
        }
        if (block_.hasLocks) {
            const auto yielding = Base::yielding(pair);
            const F most = all<F>(substep_.options.maxPushSpeed);
            F impulses[kAxes];
            split(before, impulses);
            for (std::size_t i = 0; i < kAxes; ++i) {
                const F give = yielding.give(responses[i][i], true);
                rounding[i] = yielding.rounding(true);
                responses[i][i] = responses[i][i] + give;
                changes[i] =
                    select(all<F>(0.0f) < give, maximum(minimum(changes[i], most), -most), changes[i]);
                changes[i] = changes[i] + give * impulses[i];
            }
        }
        solveSymmetric(responses, changes, rounding);
        const Vector whole = vectorOf(changes) * all<F>(-soft.massScale) - before * all<F>(soft.impulseScale);
        const Vector change = select(isSolved_, whole * Base::part(), M::template zeroVector<F>());
        M::template storeVector<F>(before + change, block_.hold, row_.lane);
        pair.push(change, arms.pushArmA, arms.armB);
    }

    /// How much an impulse of 1 along each axis changes the speeds: a lower triangle.
    static HWY_INLINE void setResponses(const Pair& pair, const Geometry& arms, F (&to)[kAxes][kAxes]) {
        F free[kAxes];
        split(pair.responseOfAxes(), free);
        for (std::size_t i = 0; i < kAxes; ++i) {
            for (std::size_t k = 0; k <= i; ++k) {
                to[i][k] = i == k ? free[i] : all<F>(0.0f);
            }
        }
        M::template addResponse<F>(pair.inertiaA, arms.pushArmA, to);
        M::template addResponse<F>(pair.inertiaB, arms.armB, to);
    }
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
