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
#include "response/solver/joints/solve_joined-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class RowSolver<Dimension, JointRow<Dimension>>
    : public JoinedRowSolver<RowSolver<Dimension, JointRow<Dimension>>, Dimension, JointRow<Dimension>> {
public:
    using Block = JointRow<Dimension>;
    using Base = JoinedRowSolver<RowSolver<Dimension, Block>, Dimension, Block>;
    using Geometry = JointGeometry<Dimension>;
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;
    using Pair = BodyPair<Dimension, F>;

    HWY_INLINE RowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : Base(block, states, lane, substep) {}

    HWY_INLINE void push(Pair& pair, const Geometry& geometry) const {
        typename Geometry::Sum sum;
        addImpulses(geometry, sum);
        geometry.push(pair, sum);
    }
    /// Drives, then what is locked or at a limit: what is solved last is met best.
    HWY_INLINE void solvePair(Stage stage, Pair& pair, const Geometry& geometry) {
        F excess[kCoordinates];
        if (stage == Stage::Solve) {
            geometry.findExcess(pair, row_.vector(block_.fall), row_.number(block_.isDistance), substep_.h,
                                excess);
            for (F& one : excess) {
                one = one * Base::calm_;
            }
        } else {
            std::fill(std::begin(excess), std::end(excess), all<F>(0.0f));
        }
        for (std::size_t i = 0; i < kCoordinates; ++i) {
            if ((block_.driven >> i & 1) != 0) {
                drive(stage, pair, geometry, i, excess[i]);
            }
        }
        holdAll(stage, pair, geometry, excess);
    }
    HWY_INLINE void addTotals(const Geometry& geometry) {
        typename Geometry::Sum sum;
        sum.impulse = row_.vector(block_.impulse);
        sum.angular = M::template loadSpin<F>(block_.angularImpulse, row_.lane);
        addImpulses(geometry, sum);
        M::template storeVector<F>(sum.impulse, block_.impulse, row_.lane);
        M::template storeSpin<F>(sum.angular, block_.angularImpulse, row_.lane);
    }
    template <class Use>
    HWY_INLINE void forImpulses(const Use& use) {
        for (JointAxisRow& axis : block_.axes) {
            use(axis.hold, axis.holdBefore);
            use(axis.drive, axis.driveBefore);
        }
    }

private:
    using Base::row_, Base::block_, Base::substep_, Base::soft_, Base::isSolved_;
    using Direction = PushDirection<Dimension, F>;
    static constexpr std::size_t kLinear = Geometry::kLinear, kAxes = Geometry::kAxes,
                                 kCoordinates = Geometry::kCoordinates;

    // Coordinates of a joint in space, and bits of those that usual joints hold together.
    static constexpr std::size_t kTwist = 3, kSwingY = 4, kSwingZ = 5, kSwing = 6;
    static constexpr unsigned kOffsets = (1u << kLinear) - 1,
                              kHinge = kOffsets | 1u << kSwingY | 1u << kSwingZ,
                              kBall = kOffsets | 1u << kTwist | 1u << kSwing;

    static constexpr float kFarthest = 1e15f;  ///< its square is finite
    /// Radians: a joint that the game turns far off, or whose twist jumps as it swings by half a turn, comes
    /// back in some steps, and not with the energy of a spring that is as stiff as its locks.
    static constexpr float kMostTurn = 0.1f;

    HWY_INLINE void addImpulses(const Geometry& geometry, typename Geometry::Sum& sum) const {
        const unsigned used = block_.locked | block_.limited | block_.driven;
        for (std::size_t i = 0; i < kCoordinates; ++i) {
            if ((used >> i & 1) != 0) {
                const JointAxisRow& axis = block_.axes[i];
                geometry.add(sum, i, row_.number(axis.hold) + row_.number(axis.drive));
            }
        }
    }

    /// Holds what is locked or at a limit, by the smallest system that has all of it.
    HWY_INLINE void holdAll(Stage stage, Pair& pair, const Geometry& geometry,
                            const F (&excess)[kCoordinates]) {
        const unsigned held = findHeld(stage, pair, geometry, excess);
        const auto isOf = [&](unsigned bits) { return (held & ~bits) == 0; };
        if (isOf(kOffsets)) {
            hold(stage, pair, geometry, excess, std::make_index_sequence<kLinear>());
        } else if constexpr (kAxes == kCoordinates) {
            hold(stage, pair, geometry, excess, std::make_index_sequence<kAxes>());
        } else if (isOf(kHinge)) {
            hold(stage, pair, geometry, excess, std::index_sequence<0, 1, 2, kSwingY, kSwingZ>());
        } else if (isOf(kBall)) {
            hold(stage, pair, geometry, excess, std::index_sequence<0, 1, 2, kTwist, kSwing>());
        } else if (isOf((kHinge | kBall) & ~(1u << kSwing))) {
            hold(stage, pair, geometry, excess, std::make_index_sequence<kAxes>());
        } else {
            hold(stage, pair, geometry, excess, std::make_index_sequence<kCoordinates>());
        }
    }

    /// The coordinates that are locked, or at a limit or on the way from one, in any of the joints, as bits.
    [[nodiscard]] HWY_INLINE unsigned findHeld(Stage stage, const Pair& pair, const Geometry& geometry,
                                               const F (&excess)[kCoordinates]) const {
        const F zero = all<F>(0.0f);
        unsigned held = block_.locked;
        for (std::size_t i = 0; i < kCoordinates; ++i) {
            if ((block_.limited & ~held) >> i & 1) {
                Hold limit;
                findHold(stage, limit, block_.axes[i], geometry.values[i],
                         geometry.direction(pair, i).speed(pair) + excess[i], all<F>(kFarthest));
                const auto isHeld = (zero < limit.isHeld) | (zero < limit.before) | (limit.before < zero);
                held |= isAny(isHeld) ? 1u << i : 0u;
            }
        }
        return held;
    }

    /// How a drive changes its impulse: by
    ///     mass * (speedGain * speed - positionRate * (value - position) - damping * current speed)
    ///     - leak * impulse so far.
    struct DriveGains {
        F positionRate, speedGain, damping, leak;
    };
    /// A spring in implicit form has the damping d = damper / mass + rest, the positionRate stiffness / mass,
    /// and all of it divided by 1 + d. Its position is that of the start, so it loses no energy. That is
    /// stable only while it is soft: of stiffer ones, a share min((w h)^2, 1) of the position is that of the
    /// end, rest = that share * (w h)^2. None is stiffer than locks.
    /// @param response  1 / mass, as bodies lie now
    [[nodiscard]] HWY_INLINE DriveGains gainsOf(const JointAxisRow& axis, F response) const {
        const F zero = all<F>(0.0f), one = all<F>(1.0f), h = all<F>(substep_.h);
        const auto isSpring = zero < row_.number(axis.isSpring);
        if (!isAny(isSpring)) {
            return {.positionRate = zero, .speedGain = one, .damping = one, .leak = zero};
        }
        const F asked = row_.number(axis.stiffness) * response;
        const float most = kTwoPi * lockHertz(substep_);
        const F rate = minimum(asked, all<F>(most * most * substep_.h));
        const F softened = squareRoot(rate / maximum(asked, all<F>(1e-30f)));
        const F damper = row_.number(axis.damper) * response * softened;
        const F rest = rate * h * minimum(rate * h, one);
        const F scale = one / (one + damper + rest);
        return {.positionRate = rate * scale,
                .speedGain = select(isSpring, damper * scale, one),
                .damping = select(isSpring, (damper + rest) * scale, one),
                .leak = select(isSpring, scale, zero)};
    }

    /// A spring acts once in a substep, by the force of its start: then it keeps its energy. A motor is a
    /// lock of the speed, and stops at a limit: both would wind up against each other.
    HWY_INLINE void drive(Stage stage, Pair& pair, const Geometry& geometry, std::size_t coordinate,
                          F excess) {
        auto& axis = block_.axes[coordinate];
        const Direction direction = geometry.direction(pair, coordinate);
        const F response =
            coordinate < kLinear ? direction.response(pair, direction) : direction.turnResponse(direction);
        const DriveGains gains = gainsOf(axis, response);
        const F mass = inverseOf(response), value = geometry.values[coordinate];
        const F zero = all<F>(0.0f), before = row_.number(axis.drive);
        const F perStep = all<F>(1.0f / substep_.h);
        const F up = maximum(row_.number(axis.upper) - value, zero) * perStep;
        F down = maximum(value - row_.number(axis.lower), zero) * perStep;
        if (coordinate == 0) {
            // No distance is below 0: a motor comes there as a lock does.
            down = select(zero < row_.number(block_.isDistance),
                          minimum(down, value * all<F>(soft_.biasRate)), down);
        }
        const F speed = maximum(minimum(row_.number(axis.speed), up), -down);
        const F wanted = gains.speedGain * speed - gains.positionRate * (value - row_.number(axis.position)) -
                         gains.damping * (direction.speed(pair) + excess);
        F change = select(isSolved_, mass * wanted - gains.leak * before, zero);
        if (stage == Stage::Relax) {
            change = select(zero < gains.leak, zero, change);
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
    /// @param mostError  that is taken back at once
    HWY_INLINE void findHold(Stage stage, Hold& hold, const JointAxisRow& axis, F value, F speed,
                             F mostError) const {
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
        if (stage == Stage::Solve) {
            const auto isSoft = isLocked | (room < zero);
            const F error = select(isLocked, value - row_.number(axis.middle), hold.sign * room);
            bias = select(
                isSoft, all<F>(soft_.biasRate) * Base::calm_ * maximum(minimum(error, mostError), -mostError),
                bias);
            hold.massScale = select(isSoft, all<F>(soft_.massScale), one);
            hold.impulseScale = select(isSoft, all<F>(soft_.impulseScale), zero);
        }
        hold.speed = speed + bias;
    }

    /// Solves all coordinates that are locked or at a limit as one block. A limit that would pull is let go,
    /// and the block is solved once more. Not inline: it is long, and all stages share it.
    template <std::size_t... kHeld>
    HWY_NOINLINE void hold(Stage stage, Pair& pair, const Geometry& geometry, const F (&excess)[kCoordinates],
                           std::index_sequence<kHeld...>) {
        constexpr std::size_t kCount = sizeof...(kHeld), coordinates[] = {kHeld...};
        const F zero = all<F>(0.0f);
        Direction directions[kCount];
        Hold holds[kCount];
        F responses[kCount][kCount], rounding[kCount], change[kCount];
        F gives[kCount];
        for (std::size_t i = 0; i < kCount; ++i) {
            const std::size_t coordinate = coordinates[i];
            directions[i] = geometry.direction(pair, coordinate);
            for (std::size_t k = 0; k <= i; ++k) {
                responses[i][k] = responses[k][i] = coordinate < kLinear
                                                        ? directions[i].response(pair, directions[k])
                                                        : directions[i].turnResponse(directions[k]);
            }
            gives[i] = rounding[i] = change[i] = zero;
        }
        if (block_.hasLocks) {
            const auto yielding = Base::yielding(pair);
            for (std::size_t i = 0; i < kCount; ++i) {
                const bool isMove = coordinates[i] < kLinear;
                rounding[i] = yielding.rounding(isMove);
                gives[i] = yielding.give(responses[i][i], isMove);
            }
        }
        for (std::size_t i = 0; i < kCount; ++i) {
            const std::size_t coordinate = coordinates[i];
            const F speed = directions[i].speed(pair) + excess[coordinate];
            const F most = select(zero < gives[i], all<F>(Base::mostOfYielding()), all<F>(kFarthest));
            findHold(stage, holds[i], block_.axes[coordinate], geometry.values[coordinate], speed,
                     coordinate < kLinear ? most : all<F>(kMostTurn));
            if (coordinate < kLinear) {
                Base::noteError(holds[i].speed * holds[i].isLocked);
            }
            responses[i][i] = responses[i][i] + gives[i];
            holds[i].speed = holds[i].speed + gives[i] * holds[i].before;
        }
        solveHeld(holds, responses, rounding, change);
        if (block_.limited != 0 && letGo(holds, responses, change)) {
            solveHeld(holds, responses, rounding, change);
        }
        if (block_.limited != 0 && stage == Stage::Solve) {
            solveStops(holds, responses, rounding, change);
        }
        typename Geometry::Sum sum;
        for (std::size_t i = 0; i < kCount; ++i) {
            const Hold& held = holds[i];
            const auto isLocked = zero < held.isLocked;
            const F wanted = held.before + change[i] * Base::part();
            const F pushing = maximum(held.sign * wanted, zero);
            const F after = select(isSolved_, select(isLocked, wanted, held.sign * pushing), held.before);
            store(after, block_.axes[coordinates[i]].hold, row_.lane);
            geometry.add(sum, coordinates[i], after - held.before);
        }
        geometry.push(pair, sum);
    }

    /// Finds the changes of the impulses that hold what is held. Those of others stay as they are.
    template <std::size_t kCount>
    static HWY_INLINE void solveHeld(const Hold (&holds)[kCount], const F (&responses)[kCount][kCount],
                                     const F (&rounding)[kCount], F (&change)[kCount]) {
        const F one = all<F>(1.0f);
        F matrix[kCount][kCount], solution[kCount];
        for (std::size_t i = 0; i < kCount; ++i) {
            for (std::size_t k = 0; k <= i; ++k) {
                matrix[i][k] = responses[i][k] * (holds[i].isHeld * holds[k].isHeld);
            }
            matrix[i][i] = matrix[i][i] + (one - holds[i].isHeld);
            solution[i] = -(holds[i].speed * holds[i].isHeld);
        }
        solveSymmetric(matrix, solution, rounding);
        for (std::size_t i = 0; i < kCount; ++i) {
            const F held = solution[i] * holds[i].massScale - holds[i].before * holds[i].impulseScale;
            change[i] = held * holds[i].isHeld + change[i] * (one - holds[i].isHeld);
        }
    }

    /// Solves the limits that are reached in this substep once more, with what the locks really give: these
    /// are soft, and give less than the block has asked for. Otherwise the gap to the limit would not close,
    /// and the body would stand before it with the speed of one that is about to close it.
    template <std::size_t kCount>
    static HWY_INLINE void solveStops(const Hold (&holds)[kCount], const F (&responses)[kCount][kCount],
                                      const F (&rounding)[kCount], F (&change)[kCount]) {
        const F zero = all<F>(0.0f), one = all<F>(1.0f);
        F isStop[kCount], isSoft[kCount], matrix[kCount][kCount], solution[kCount], any = zero;
        for (std::size_t i = 0; i < kCount; ++i) {
            isSoft[i] = select(holds[i].massScale < one, holds[i].isHeld, zero);
            isStop[i] = holds[i].isHeld - isSoft[i];
            any = any + isStop[i];
        }
        if (!isAny(zero < any)) {
            return;
        }
        for (std::size_t i = 0; i < kCount; ++i) {
            F speed = holds[i].speed;
            for (std::size_t k = 0; k < kCount; ++k) {
                speed = speed + responses[i][k] * (change[k] * isSoft[k]);
            }
            for (std::size_t k = 0; k <= i; ++k) {
                matrix[i][k] = responses[i][k] * (isStop[i] * isStop[k]);
            }
            matrix[i][i] = matrix[i][i] + (one - isStop[i]);
            solution[i] = -(speed * isStop[i]);
        }
        solveSymmetric(matrix, solution, rounding);
        for (std::size_t i = 0; i < kCount; ++i) {
            change[i] = select(zero < isStop[i], solution[i], change[i]);
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
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
