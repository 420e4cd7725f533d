// Joints, for a row of them at a time. What is locked is solved as one block, by the speeds that the bodies
// have in the mean of the substep.
// Sources: E. Catto, "Solver2D", 2024: soft constraints in substeps, warm starting, relaxation. H. C.
// Andersen, "RATTLE", 1983: locks hold where the bodies are at the end of a substep, and then their
// velocities keep to them. So a pendulum keeps its energy.
#if defined(SAT3D_RESPONSE_SOLVE_JOINT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_JOINT_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_JOINT_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_JOINT_INL_HPP
#endif

#include "response/solver/joints/joint_geometry-inl.hpp"
#include "response/solver/joints/joint_row.hpp"
#include "response/solver/joints/solve_symmetric-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension>
class RowSolver<Dimension, JointRow<Dimension>> {
public:
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Block = JointRow<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;

    HWY_INLINE RowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : row_{block, states, lane},
          block_(block),
          substep_(substep),
          soft_(softnessOf(kHertzPerSubstep / substep.h, kDampingRatio, substep.h)),
          isSolved_(maskOf(~0u)) {}

    // Joints have no masses of the whole step, and no impacts of their own.
    HWY_INLINE void arrange() {}
    HWY_INLINE void prepare() {}
    HWY_INLINE void findImpacts() {}

    /// Applies the impulses of the substep before.
    HWY_INLINE void warmStart() {
        Pair pair = row_.loadPair();
        const Geometry geometry = load(pair);
        typename Geometry::Sum sum;
        addImpulses(geometry, sum);
        geometry.push(pair, sum);
        row_.storePair(pair);
    }

    /// Solves the joints once, with the springs that close them.
    HWY_INLINE void solve() { solve(block_.movesA, block_.movesB); }

    /// Solves those joints again whose bodies a shock has changed: rigidly, because a soft joint would open
    /// by an impact. Notes their fastest error.
    HWY_INLINE void solveShocked() {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const unsigned shocked = shockedLanes(block_, row_.lane, substep_, movesA, movesB);
        store(all<F>(0.0f), block_.fastest, row_.lane);
        if (shocked != 0) {
            isSolved_ = maskOf(shocked);
            soft_.massScale = 1.0f, soft_.impulseScale = 0.0f;
            solve(movesA, movesB);
        }
    }

    /// Keeps the impulses from which the next substep begins: it must not repeat a shock.
    HWY_INLINE void keepImpulses() {
        for (auto& axis : block_.axes) {
            store(row_.number(axis.hold), axis.holdBefore, row_.lane);
            store(row_.number(axis.drive), axis.driveBefore, row_.lane);
        }
    }
    /// Sets the impulses of shocked joints back.
    HWY_INLINE void restoreImpulses() {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const LaneMask shocked = maskOf(shockedLanes(block_, row_.lane, substep_, movesA, movesB));
        for (auto& axis : block_.axes) {
            store(select(shocked, row_.number(axis.holdBefore), row_.number(axis.hold)), axis.hold,
                  row_.lane);
            store(select(shocked, row_.number(axis.driveBefore), row_.number(axis.drive)), axis.drive,
                  row_.lane);
        }
    }

    /// Relaxes those joints whose bodies a shock has changed. Notes their fastest error.
    HWY_INLINE void relaxShocked() {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const unsigned shocked = shockedLanes(block_, row_.lane, substep_, movesA, movesB);
        store(all<F>(0.0f), block_.fastest, row_.lane);
        if (shocked != 0) {
            isSolved_ = maskOf(shocked);
            soft_.impulseScale = 0.0f;
            Pair pair = row_.loadPair();
            const Geometry geometry = load(pair);
            relax(pair, geometry);
            row_.storePair(pair, movesA, movesB);
        }
    }

    /// Solves the joints once more for the velocities alone, where the bodies are now.
    HWY_INLINE void relax() {
        Pair pair = row_.loadPair();
        const Geometry geometry = load(pair);
        relax(pair, geometry);
        typename Geometry::Sum sum;
        sum.impulse = row_.vector(block_.impulse);
        sum.angular = M::template loadSpin<F>(block_.angularImpulse, row_.lane);
        addImpulses(geometry, sum);
        M::template storeVector<F>(sum.impulse, block_.impulse, row_.lane);
        M::template storeSpin<F>(sum.angular, block_.angularImpulse, row_.lane);
        row_.storePair(pair);
    }

private:
    using Pair = BodyPair<Dimension, F>;
    using Geometry = JointGeometry<Dimension>;
    using Direction = PushDirection<Dimension, F>;
    static constexpr std::size_t kLinear = Geometry::kLinear, kAxes = Geometry::kAxes,
                                 kCoordinates = Geometry::kCoordinates;
    enum class Stage { Solve, Relax };

    /// The stiffest springs with which chains and loops of joints are stable: a quarter of the frequency of
    /// substeps.
    static constexpr float kHertzPerSubstep = 0.25f, kDampingRatio = 1.0f;

    /// Loads the frames where they are now. Turns the inertias of the pair.
    [[nodiscard]] HWY_INLINE Geometry load(Pair& pair) const {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadDisplacement<F>([&](std::size_t group)
                                                       HWY_ATTR { return row_.gatherAt(group, bodies); });
        };
        const auto a = at(block_.a), b = at(block_.b);
        pair.inertiaA = M::template turnedInertia<F>(a.rotation, pair.inertiaA);
        pair.inertiaB = M::template turnedInertia<F>(b.rotation, pair.inertiaB);
        if (block_.hasLocks) {
            pair.inertiaA = M::template lockedInertia<F>(pair.inertiaA,
                                                         M::template freeTurns<F>(block_.lockedA, row_.lane));
            pair.inertiaB = M::template lockedInertia<F>(pair.inertiaB,
                                                         M::template freeTurns<F>(block_.lockedB, row_.lane));
        }
        return Geometry(row_, a, b);
    }

    HWY_INLINE void addImpulses(const Geometry& geometry, typename Geometry::Sum& sum) const {
        for (std::size_t i = 0; i < coordinateCount(); ++i) {
            const auto& axis = block_.axes[i];
            geometry.add(sum, i, row_.number(axis.hold) + row_.number(axis.drive));
        }
    }
    [[nodiscard]] HWY_INLINE std::size_t coordinateCount() const {
        return block_.turns ? kCoordinates : kLinear;
    }

    HWY_INLINE void solve(const bool* movesA, const bool* movesB) {
        Pair pair = row_.loadPair();
        const Geometry geometry = load(pair);
        F excess[kCoordinates]{};
        geometry.findExcess(pair, row_.vector(block_.fall), row_.number(block_.isDistance), substep_.h,
                            excess);
        run<Stage::Solve>(pair, geometry, excess);
        row_.storePair(pair, movesA, movesB);
    }

    HWY_INLINE void relax(Pair& pair, const Geometry& geometry) {
        F excess[kCoordinates]{};
        for (F& one : excess) {
            one = all<F>(0.0f);
        }
        run<Stage::Relax>(pair, geometry, excess);
    }

    /// Drives, then what is locked or at a limit: what is solved last is met best.
    template <Stage kStage>
    HWY_INLINE void run(Pair& pair, const Geometry& geometry, const F (&excess)[kCoordinates]) {
        for (std::size_t i = 0; block_.hasDrives && i < coordinateCount(); ++i) {
            drive<kStage>(pair, geometry, i, excess[i]);
        }
        if (!block_.turns) {
            hold<kStage, kLinear>(pair, geometry, excess);
        } else if (!block_.hasLimits) {
            hold<kStage, kAxes>(pair, geometry, excess);
        } else {
            hold<kStage, kCoordinates>(pair, geometry, excess);
        }
    }

    /// A spring acts once in a substep, by the force of its start: then it keeps its energy. A motor is a
    /// lock of the speed.
    template <Stage kStage>
    HWY_INLINE void drive(Pair& pair, const Geometry& geometry, std::size_t coordinate, F excess) {
        auto& axis = block_.axes[coordinate];
        const Direction direction = geometry.direction(pair, coordinate);
        const F mass = inverseOf(direction.response(pair, direction)), value = geometry.values[coordinate];
        const F zero = all<F>(0.0f), before = row_.number(axis.drive), leak = row_.number(axis.leak);
        const F wanted = row_.number(axis.speedGain) * row_.number(axis.speed) -
                         row_.number(axis.positionRate) * (value - row_.number(axis.position)) -
                         row_.number(axis.damping) * (direction.speed(pair) + excess);
        F change = select(isSolved_, mass * wanted - leak * before, zero);
        if constexpr (kStage == Stage::Relax) {
            change = select(zero < leak, zero, change);
        }
        const F limit = row_.number(axis.maxImpulse);
        const F after = maximum(minimum(before + change, limit), -limit);
        store(after, axis.drive, row_.lane);
        direction.push(pair, after - before);
    }

    /// How a coordinate is held.
    struct Hold {
        F isLocked, isHeld;  ///< 1 or 0. Held: locked, or at a limit
        F sign;              ///< 1 at a lower limit, -1 at an upper one
        F speed;             ///< that it must lose
        F massScale, impulseScale;
        F before;  ///< impulse
    };

    /// A limit holds if the coordinate would be beyond it, or if it has an impulse. The nearer one counts.
    template <Stage kStage>
    HWY_INLINE void findHold(Hold& hold, const JointAxisRow& axis, F value, F speed) const {
        constexpr float kFarthest = 1e15f;  // its square is finite
        const F zero = all<F>(0.0f), one = all<F>(1.0f), farthest = all<F>(kFarthest);
        hold.isLocked = row_.number(axis.isLocked);
        hold.before = row_.number(axis.hold);
        const auto isLocked = zero < hold.isLocked;
        const F aboveLower = minimum(value - row_.number(axis.lower), farthest),
                belowUpper = minimum(row_.number(axis.upper) - value, farthest);
        const auto isUpper = belowUpper < aboveLower;
        hold.sign = select(isUpper, -one, one);
        const F room = select(isUpper, belowUpper, aboveLower), gap = maximum(room, zero);
        const auto reaches = gap + hold.sign * speed * all<F>(substep_.h) < zero;
        hold.isHeld =
            select(isLocked | reaches | (room < zero) | (zero < hold.sign * hold.before), one, zero);
        hold.massScale = one, hold.impulseScale = zero;
        F bias = select(isLocked, zero, hold.sign * gap * all<F>(1.0f / substep_.h));
        if constexpr (kStage == Stage::Solve) {
            const auto isSoft = isLocked | (room < zero);
            const F error = select(isLocked, value - row_.number(axis.middle), hold.sign * room);
            bias = select(isSoft, all<F>(soft_.biasRate) * error, bias);
            hold.massScale = select(isSoft, all<F>(soft_.massScale), one);
            hold.impulseScale = select(isSoft, all<F>(soft_.impulseScale), zero);
        }
        hold.speed = speed + bias;
    }

    /// Solves all coordinates that are locked or at a limit as one block. A limit that would pull is let go,
    /// and the block is solved once more.
    template <Stage kStage, std::size_t kCount>
    HWY_INLINE void hold(Pair& pair, const Geometry& geometry, const F (&excess)[kCoordinates]) {
        const F zero = all<F>(0.0f);
        Direction directions[kCount]{};
        Hold holds[kCount]{};
        F responses[kCount][kCount]{}, change[kCount]{};
        for (std::size_t i = 0; i < kCount; ++i) {
            directions[i] = geometry.direction(pair, i);
            const F speed = directions[i].speed(pair) + excess[i];
            findHold<kStage>(holds[i], block_.axes[i], geometry.values[i], speed);
            noteSpeed(i, speed * holds[i].isLocked);
            for (std::size_t k = 0; k <= i; ++k) {
                responses[i][k] = responses[k][i] = directions[i].response(pair, directions[k]);
            }
        }
        solveHeld(holds, responses, change);
        if (block_.hasLimits && letGo(holds, responses, change)) {
            solveHeld(holds, responses, change);
        }
        typename Geometry::Sum sum;
        for (std::size_t i = 0; i < kCount; ++i) {
            const Hold& held = holds[i];
            const auto isLocked = zero < held.isLocked;
            const F wanted = held.before + change[i], pushing = maximum(held.sign * wanted, zero);
            const F after = select(isSolved_, select(isLocked, wanted, held.sign * pushing), held.before);
            store(after, block_.axes[i].hold, row_.lane);
            geometry.add(sum, i, after - held.before);
        }
        geometry.push(pair, sum);
    }

    /// Finds the changes of the impulses that hold what is held. Those of others stay as they are.
    template <std::size_t kCount>
    static HWY_INLINE void solveHeld(const Hold (&holds)[kCount], const F (&responses)[kCount][kCount],
                                     F (&change)[kCount]) {
        const F one = all<F>(1.0f);
        F matrix[kCount][kCount]{}, solution[kCount]{};
        for (std::size_t i = 0; i < kCount; ++i) {
            for (std::size_t k = 0; k <= i; ++k) {
                matrix[i][k] = responses[i][k] * (holds[i].isHeld * holds[k].isHeld);
            }
            matrix[i][i] = matrix[i][i] + (one - holds[i].isHeld);
            solution[i] = -(holds[i].speed * holds[i].isHeld);
        }
        solveSymmetric(matrix, solution);
        for (std::size_t i = 0; i < kCount; ++i) {
            const F held = solution[i] * holds[i].massScale - holds[i].before * holds[i].impulseScale;
            change[i] = held * holds[i].isHeld + change[i] * (one - holds[i].isHeld);
        }
    }

    /// Lets the limits go that would pull. They lose their impulse, which changes the speeds of the others.
    /// @return whether there are any
    template <std::size_t kCount>
    HWY_INLINE bool letGo(Hold (&holds)[kCount], const F (&responses)[kCount][kCount],
                          F (&change)[kCount]) const {
        const F zero = all<F>(0.0f);
        bool isAny = false;
        for (std::size_t i = 0; i < kCount; ++i) {
            const auto isLimit = (zero < holds[i].isHeld) & (holds[i].isLocked < all<F>(0.5f));
            const auto pulls = isLimit & (holds[i].sign * (holds[i].before + change[i]) < zero);
            isAny = isAny || HWY_NAMESPACE::isAny(pulls);
            const F lost = select(pulls, -holds[i].before, zero);
            holds[i].isHeld = select(pulls, zero, holds[i].isHeld);
            change[i] = select(pulls, lost, change[i]);
            for (std::size_t k = 0; k < kCount; ++k) {
                holds[k].speed = holds[k].speed + responses[k][i] * lost;
            }
        }
        return isAny;
    }

    /// Notes how fast an offset opens that a shock has changed.
    HWY_INLINE void noteSpeed(std::size_t coordinate, F speed) {
        if (soft_.impulseScale == 0.0f && coordinate < kLinear) {
            const F shocked = select(isSolved_, maximum(speed, -speed), all<F>(0.0f));
            store(maximum(row_.number(block_.fastest), shocked), block_.fastest, row_.lane);
        }
    }

    Row<Dimension, Block, F> row_;
    Block& block_;
    const Substep& substep_;
    Softness soft_;
    LaneMask isSolved_;  ///< joints of the row that are solved; others stay as they are
};

}  // namespace sat3d::SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
