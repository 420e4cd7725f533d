// What rows of all joints do alike: where their frames are, and the order of work on them.
#if defined(SAT3D_RESPONSE_SOLVE_JOINED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_JOINED_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_JOINED_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_JOINED_INL_HPP
#endif

#include "response/solver/joints/joint_row.hpp"
#include "response/solver/rows/lanes-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// What is nearly 0 in a matrix, as a part of its size.
inline constexpr float kNegligiblePivot = 1e-6f;

/// Solves a symmetric system, by the factorization L D L^T. Directions in which the matrix is nearly 0 are
/// left alone: their part of the solution is 0.
/// @param m         the lower triangle of a matrix without negative eigenvalues. Is overwritten
/// @param x         the right side, then the solution
/// @param rounding  of the elements on the diagonal, if it is more than a negligible part of them
template <std::size_t kSize, class F>
HWY_INLINE void solveSymmetric(F (&m)[kSize][kSize], F (&x)[kSize], const F (&rounding)[kSize]) {
    F inverse[kSize];
    for (std::size_t i = 0; i < kSize; ++i) {
        // m[i][k] is L D so far.
        F pivot = m[i][i];
        for (std::size_t k = 0; k < i; ++k) {
            const F factor = m[i][k] * inverse[k];
            pivot = pivot - m[i][k] * factor;
            x[i] = x[i] - x[k] * factor;
            for (std::size_t row = i + 1; row < kSize; ++row) {
                m[row][i] = m[row][i] - m[row][k] * factor;
            }
        }
        inverse[i] = inverseOf(
            select(maximum(all<F>(kNegligiblePivot) * m[i][i], rounding[i]) < pivot, pivot, all<F>(0.0f)));
    }
    for (std::size_t i = kSize; i-- > 0;) {
        x[i] = x[i] * inverse[i];
        for (std::size_t row = i + 1; row < kSize; ++row) {
            x[i] = x[i] - m[row][i] * inverse[i] * x[row];
        }
    }
}

/// The origins of the frames of joints, where the bodies are now.
template <class Dimension>
struct JointArms {
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Displacement = typename M::template Displacement<F>;

    Vector armA, armB;  ///< from the centers of mass to the origins
    Vector apart;       ///< from A's origin to B's
    Vector pushArmA;    ///< from A's center of mass to B's origin, where impulses act on both

    template <class Block>
    HWY_INLINE JointArms(const Row<Dimension, Block, F>& row, const Displacement& a, const Displacement& b) {
        const Block& block = row.block;
        const Vector startA = row.vector(block.armA), startB = row.vector(block.armB);
        armA = M::template rotated<F>(a.rotation, startA);
        armB = M::template rotated<F>(b.rotation, startB);
        apart =
            row.vector(block.apart) + (b.translation - a.translation) + ((armB - startB) - (armA - startA));
        pushArmA = armA + apart;
    }

    /// By how much the origins move apart in a substep. Bodies turn about their centers.
    [[nodiscard]] HWY_INLINE Vector change(const BodyPair<Dimension, F>& pair, const Vector& fall,
                                           float h) const {
        const F step = all<F>(h);
        const Vector swings =
            M::template swing<F>(pair.b.w * step, armB) - M::template swing<F>(pair.a.w * step, armA);
        return (pair.b.v - pair.a.v) * step + swings - fall;
    }

    /// The factor of what closes a joint, and of its impulses of the substep before. It is 1, and less if the
    /// arms turn far in a substep: then the directions of both have turned away, and they would add speeds
    /// that relaxing cannot take back. Light bodies on long arms would gain energy without end.
    [[nodiscard]] HWY_INLINE F calm(const BodyPair<Dimension, F>& pair, float h) const {
        return turnsLittle(pair, h) ? all<F>(1.0f) : calmOfArms(pair, h);
    }
    /// The same, without asking whether the bodies turn at all.
    [[nodiscard]] HWY_INLINE F calmOfArms(const BodyPair<Dimension, F>& pair, float h) const {
        const Vector swingA = M::template spinCross<F>(pair.a.w, pushArmA),
                     swingB = M::template spinCross<F>(pair.b.w, armB);
        return minimum(calmOf(dot(swingA, swingA), dot(pushArmA, pushArmA), h),
                       calmOf(dot(swingB, swingB), dot(armB, armB), h));
    }
    /// Whether no body turns nearly as far as an arm may. Then no arm does, however its speed rounds: the
    /// bits of a joint do not depend on others in its row.
    [[nodiscard]] static HWY_INLINE bool turnsLittle(const BodyPair<Dimension, F>& pair, float h) {
        constexpr float kNearly = 0.9f;
        const F fastest = maximum(dot(pair.a.w, pair.a.w), dot(pair.b.w, pair.b.w));
        return !isAny(all<F>(kNearly * kCalm * kCalm / (h * h)) < fastest);
    }
    static constexpr float kCalm = 0.15f;  ///< radians: 72 rad/s in eight substeps of 1/60 s
    /// @param swing  speed of the end of an arm, squared
    /// @param arm    its length, squared
    [[nodiscard]] static HWY_INLINE F calmOf(F swing, F arm, float h) {
        const F one = all<F>(1.0f), most = all<F>(kCalm * kCalm / (h * h)) * arm;
        const auto isFast = most < swing;
        return isAny(isFast) ? select(isFast, most / swing, one) : one;
    }
};

/// The frequency of locks, and the most of springs: a quarter of that of substeps, but not more than at 60
/// steps per second, or as many as the frequency of contacts. In a step that is much shorter than the one
/// before, stiffer springs would close what that one left open faster than relaxing can take back.
HWY_INLINE float lockHertz(const Substep& substep) {
    constexpr float kSteps = 60.0f;
    const SolverOptions& options = substep.options;
    const float steps = maximum(options.contactHertz, kSteps);
    return kMostHertzPerSubstep * minimum(1.0f / substep.h, steps * static_cast<float>(options.substeps));
}

/// The order of work on a row of joints. `Solver` has
///     Geometry, made of the row and the displacements of both bodies;
///     push(pair, geometry): applies the impulses of the substep before;
///     solvePair(stage, pair, geometry): solves or relaxes;
///     addTotals(geometry): adds the impulses of the substep to those of the step;
///     forImpulses(use): calls use(impulse, its copy without a shock) for all impulses.
template <class Solver, class Dimension, class Block>
class JoinedRowSolver {
public:
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Pair = BodyPair<Dimension, F>;

    HWY_INLINE JoinedRowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : row_{block, states, lane},
          block_(block),
          substep_(substep),
          soft_(softnessOf(lockHertz(substep), kDampingRatio, substep.h)),
          isSolved_(maskOf(~0u)) {}

    // Joints have no masses of the whole step, and no impacts of their own.
    HWY_INLINE void arrange(const auto&) {}
    HWY_INLINE void prepare() {}
    HWY_INLINE void findImpacts() {}

    /// Applies the impulses of the substep before.
    HWY_INLINE void warmStart() { run(Stage::WarmStart, block_.movesA, block_.movesB); }
    /// Solves the joints once, with the springs that close them.
    HWY_INLINE void solve() { run(Stage::Solve, block_.movesA, block_.movesB); }
    /// Solves the joints once more for the velocities alone, where the bodies are now.
    HWY_INLINE void relax() { run(Stage::Relax, block_.movesA, block_.movesB); }

    /// Solves those joints again whose bodies are swept after a shock: rigidly, because a soft joint would
    /// open by an impact. Notes their fastest error.
    HWY_INLINE void solveShocked() { runShocked(Stage::Solve); }
    /// Relaxes those joints whose bodies are swept. Notes their fastest error.
    HWY_INLINE void relaxShocked() { runShocked(Stage::Relax); }

    /// Keeps the impulses from which the next substep begins: it must not repeat a shock.
    HWY_INLINE void keepImpulses() {
        self().forImpulses([&](Lane& impulse, Lane& before)
                               HWY_ATTR { store(row_.number(impulse), before, row_.lane); });
    }
    /// Sets the impulses of joints of marked bodies back.
    HWY_INLINE void restoreImpulses() {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const LaneMask shocked = maskOf(sweptLanes(block_, row_.lane, substep_, movesA, movesB));
        self().forImpulses([&](Lane& impulse, Lane& before) HWY_ATTR {
            store(select(shocked, row_.number(before), row_.number(impulse)), impulse, row_.lane);
        });
    }

protected:
    /// The part of a change that is made: see Substep.
    [[nodiscard]] HWY_INLINE F part() const { return all<F>(isRigid_ ? substep_.overrelaxation : 1.0f); }
    /// Joints of bodies with locked axes. A coordinate that locks hold has no response but rounding: the
    /// impulse along it would grow without end. It gives way instead, and the others hold as in any joint.
    class Yielding {
    public:
        HWY_INLINE Yielding(const Block& block, const Pair& pair, std::size_t lane) {
            Lane locks{};
            for (std::size_t i = lane; i < lane + sizeof(F) / sizeof(float); ++i) {
                locks.v[i] = (block.lockedA[i] | block.lockedB[i]) != 0 ? 1.0f : 0.0f;
            }
            const F isLocked = load<F>(locks, lane);
            moves_ = isLocked * M::template largest<F>(pair.responseOfAxes());
            turns_ = isLocked * (M::template trace<F>(pair.inertiaA) + M::template trace<F>(pair.inertiaB));
        }
        /// What rounding leaves of the response of a coordinate that locks hold.
        [[nodiscard]] HWY_INLINE F rounding(bool isMove) const {
            return all<F>(kNegligiblePivot) * (isMove ? moves_ : turns_);
        }
        /// How much a coordinate gives way to its impulse: not at all, unless locks hold it.
        [[nodiscard]] HWY_INLINE F give(F response, bool isMove) const {
            constexpr float kGive = 0.01f, kLeast = 0.01f;
            const F lost = all<F>(kLeast) * (isMove ? moves_ : turns_) - response;
            return all<F>(kGive) * maximum(lost, all<F>(0.0f));
        }

    private:
        F moves_, turns_;
    };
    [[nodiscard]] HWY_INLINE Yielding yielding(const Pair& pair) const { return {block_, pair, row_.lane}; }
    /// Meters: what they close at once.
    [[nodiscard]] HWY_INLINE float mostOfYielding() const {
        return substep_.options.maxPushSpeed / soft_.biasRate;
    }
    /// Notes the speed that an offset must still lose after a shock.
    HWY_INLINE void noteError(F error) {
        if (isRigid_) {
            const F shocked = select(isSolved_, maximum(error, -error), all<F>(0.0f));
            store(maximum(row_.number(block_.fastest), shocked), block_.fastest, row_.lane);
        }
    }

    Row<Dimension, Block, F> row_;
    Block& block_;
    const Substep& substep_;
    Softness soft_;
    LaneMask isSolved_;      ///< joints of the row that are solved; others stay as they are
    F calm_ = all<F>(1.0f);  ///< see JointArms::calm()

private:
    static constexpr float kDampingRatio = 1.0f;  ///< of locks

    [[nodiscard]] HWY_INLINE Solver& self() { return static_cast<Solver&>(*this); }

    /// Does a stage where the bodies are now, with their turned inertias. Not inline: it is long, and all
    /// stages share it.
    HWY_NOINLINE void run(Stage stage, const bool* movesA, const bool* movesB) {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadDisplacement<F>([&](std::size_t group)
                                                       HWY_ATTR { return row_.gatherAt(group, bodies); });
        };
        Pair pair = row_.loadPair();
        const auto a = at(block_.a), b = at(block_.b);
        pair.inertiaA = M::template turnedInertia<F>(a.rotation, pair.inertiaA);
        pair.inertiaB = M::template turnedInertia<F>(b.rotation, pair.inertiaB);
        if (block_.hasLocks) {
            pair.inertiaA = M::template lockedInertia<F>(pair.inertiaA,
                                                         M::template freeTurns<F>(block_.lockedA, row_.lane));
            pair.inertiaB = M::template lockedInertia<F>(pair.inertiaB,
                                                         M::template freeTurns<F>(block_.lockedB, row_.lane));
        }
        const typename Solver::Geometry geometry(row_, a, b);
        if (stage == Stage::WarmStart) {
            calm_ = geometry.calm(pair, substep_.h);
            if (isAny(calm_ < all<F>(1.0f))) {
                self().forImpulses([&](Lane& impulse, Lane&)
                                       HWY_ATTR { store(row_.number(impulse) * calm_, impulse, row_.lane); });
            }
            self().push(pair, geometry);
        } else if (stage == Stage::Solve) {
            solveCalmly(pair, geometry);
        } else {
            self().solvePair(stage, pair, geometry);
        }
        if (stage == Stage::Relax && !isRigid_) {
            self().addTotals(geometry);
        }
        row_.storePair(pair, movesA, movesB);
    }
    /// Solves the joints, and solves those once more whose arms turn farther after that.
    template <class Geometry>
    HWY_INLINE void solveCalmly(Pair& pair, const Geometry& geometry) {
        calm_ = geometry.calm(pair, substep_.h);
        self().solvePair(Stage::Solve, pair, geometry);
        const F after = geometry.calm(pair, substep_.h);
        const auto turnFarther = after < calm_;
        if (isAny(turnFarther)) {
            const LaneMask solved = isSolved_;
            isSolved_ = solved & turnFarther;
            calm_ = minimum(calm_, after);
            self().solvePair(Stage::Solve, pair, geometry);
            isSolved_ = solved;
        }
    }
    HWY_INLINE void runShocked(Stage stage) {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const unsigned shocked = sweptLanes(block_, row_.lane, substep_, movesA, movesB);
        store(all<F>(0.0f), block_.fastest, row_.lane);
        if (shocked != 0) {
            isSolved_ = maskOf(shocked);
            isRigid_ = true;
            soft_.massScale = 1.0f, soft_.impulseScale = 0.0f;
            run(stage, movesA, movesB);
        }
    }

    bool isRigid_ = false;  ///< after a shock
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
