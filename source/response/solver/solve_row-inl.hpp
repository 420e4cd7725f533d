// Soft contacts with Coulomb friction, for a row of contacts at a time.
// Source: E. Catto, "Solver2D", 2024: soft contact constraints with a relaxation.
#if defined(SAT3D_RESPONSE_SOLVE_ROW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_ROW_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_ROW_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_ROW_INL_HPP
#endif

#include "response/solver/rows/arrange_row-inl.hpp"
#include "response/solver/rows/contact_frame-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension, class Block>
class RowSolver {
public:
    using F = Lanes;
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;
    using Frame = ContactFrame<Dimension, F>;
    using Sum = PlaceSum<Dimension, F>;

    HWY_INLINE RowSolver(Block& block, float* states, std::size_t lane, const Substep& substep)
        : row_{block, states, lane}, block_(block), substep_(substep) {}

    /// Computes what follows from contacts at the start of the step, after they were filled in.
    /// @param filling  what else they told
    HWY_INLINE void arrange(const typename Block::Filling& filling) {
        RowArranger<Dimension, Block>(row_, substep_).arrange(filling);
        storeSums(sumImpulses());
    }

    /// Computes the effective masses of all points and of friction, once in a step.
    /// Not inline: a row whose bodies have turned far is prepared anew.
    HWY_NOINLINE void prepare() {
        if (RowArranger<Dimension, Block>(row_, substep_).prepare()) {
            storeSums(sumImpulses());
        }
    }

    /// Gives bodies that have turned far the inertias of how they lie now.
    /// @param turned    bits of the row's lanes
    /// @param inertias  of all states
    HWY_INLINE void turnInertias(unsigned turned, const BodyInertia* inertias) {
        row_.turnInertias(maskOf(turned >> row_.lane & ((1u << kLanes) - 1)), inertias);
    }

    /// Finds the contacts whose bodies meet fast in the first substep.
    HWY_INLINE void findImpacts() {
        PointSpeeds speeds;
        findSpeeds(row_.loadPair(), Frame(row_), speeds);
        markImpacts(impactsOf(speeds));
    }

    /// Applies the impulses of the substep before.
    HWY_INLINE void warmStart() {
        if (!hasImpulses()) {
            return;
        }
        if (block_.hasCaps) {
            capImpulses();
        }
        auto pair = row_.loadPair();
        const Frame frame(row_);
        Sum impulses;
        impulses.ofMiddle = row_.number(block_.impulseSum);
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            impulses.perPlace[k] = row_.number(block_.placeSum[k]);
        }
        frame.push(pair, impulses);
        warmStartFriction(pair, frame);
        row_.storePair(pair);
    }

    /// Solves the contacts once with the spring that pushes overlaps out.
    HWY_INLINE void solve() {
        auto pair = row_.loadPair();
        const Frame frame(row_);
        PointSpeeds speeds;
        findSpeeds(pair, frame, speeds);
        if (isIdle(speeds)) {
            return;
        }
        const auto springImpulse = [&](F separation, F speed, F mass, F before)
                                       HWY_ATTR { return softImpulse(separation, speed, mass, before); };
        solvePoints(pair, frame, speeds, springImpulse);
        row_.storePair(pair);
    }

    /// Solves those contacts again whose bodies a shock has changed, and leaves the others as they are: what
    /// shares a row with them may be far away.
    HWY_INLINE void solveShocked() { solveShocked(false); }

    /// The same without the spring. Leaves impacts to the next substep.
    HWY_INLINE void relaxShocked() { solveShocked(true); }

    /// Keeps the impulses from which the next substep begins: with joints it must not repeat a shock.
    HWY_INLINE void keepImpulses() {
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            store(row_.number(block_.points[i].impulse), block_.impulsesBefore[i], row_.lane);
        }
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            store(row_.number(block_.frictionImpulse[i]), block_.frictionBefore[i], row_.lane);
        }
    }
    /// Sets the impulses of shocked contacts back.
    HWY_INLINE void restoreImpulses() {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const LaneMask shocked = maskOf(sweptLanes(block_, row_.lane, substep_, movesA, movesB));
        const auto restore = [&](Lane& to, const Lane& before) HWY_ATTR {
            store(select(shocked, row_.number(before), row_.number(to)), to, row_.lane);
        };
        for (std::size_t i = 0; i < Block::kPointCount; ++i) {
            restore(block_.points[i].impulse, block_.impulsesBefore[i]);
        }
        storeSums(sumImpulses());
        setLanes(block_.pushes, kAllLanes);
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            restore(block_.frictionImpulse[i], block_.frictionBefore[i]);
        }
    }

    /// After the bodies have moved: solves the contacts once without the spring, and takes the velocity back
    /// that it has given. Then solves friction. Leaves impacts to the next substep, and finds them.
    HWY_INLINE void relax() {
        auto pair = row_.loadPair();
        const Frame frame(row_);
        findGaps(frame);
        PointSpeeds speeds;
        findSpeeds(pair, frame, speeds);
        const LaneMask impacts = impactsOf(speeds);
        markImpacts(impacts);
        if (!isAny(impacts) && isIdle(speeds)) {
            return;
        }
        solvePoints(pair, frame, speeds, [&](F separation, F speed, F mass, F) HWY_ATTR {
            return select(impacts, all<F>(0.0f), stopImpulse(separation, speed, mass));
        });
        for (auto& point : block_.points) {
            store(row_.number(point.total) + row_.number(point.impulse), point.total, row_.lane);
        }
        const Sum impulses = sumImpulses();
        storeSums(impulses);
        const F sum = impulses.ofMiddle;
        setLanes(block_.pushes, bitsOf(all<F>(0.0f) < sum));
        if (block_.hasCaps) {
            store(maximum(row_.number(block_.impulseLeft) - sum, all<F>(0.0f)), block_.impulseLeft,
                  row_.lane);
        }
        if constexpr (M::kTangents == 2) {
            solveTwist(pair, frame.normal);
        }
        if (block_.hasRolling) {
            solveRolling(pair, sum);
        }
        solveFriction(pair, frame, row_.number(block_.friction) * sum);
        row_.storePair(pair);
    }

private:
    using Pair = BodyPair<Dimension, F>;
    using PointSpeeds = F[Block::kPointCount];
    static constexpr unsigned kAllLanes = (1u << kLanes) - 1;

    /// @param hasMoved  whether the bodies have moved in this substep: then, impacts are left to the next one
    HWY_NOINLINE void solveShocked(bool hasMoved) {
        bool movesA[kRowWidth] = {}, movesB[kRowWidth] = {};
        const unsigned shocked = sweptLanes(block_, row_.lane, substep_, movesA, movesB);
        if (shocked == 0) {
            return;
        }
        auto pair = row_.loadPair();
        const Frame frame(row_);
        const F zero = all<F>(0.0f);
        if (hasMoved) {
            findGaps(frame);
        }
        PointSpeeds speeds;
        findSpeeds(pair, frame, speeds);
        const LaneMask solved = maskOf(shocked), left = hasMoved ? impactsOf(speeds) : zero < zero;
        const F part = all<F>(substep_.overrelaxation);
        solvePoints(pair, frame, speeds, [&](F separation, F speed, F mass, F before) HWY_ATTR {
            const F change = hasMoved ? stopImpulse(separation, speed, mass)
                                      : softImpulse(separation, speed, mass, before);
            return select(solved, select(left, zero, change * part), zero);
        });
        row_.storePair(pair, movesA, movesB);
    }

    /// Gauss-Seidel iteration: each point sees what those before it have changed.
    /// @param speeds      of the points, before that
    /// @param impulseFor  returns the change of a point's impulse
    template <class ImpulseFor>
    HWY_INLINE void solvePoints(Pair& pair, const Frame& frame, const PointSpeeds& speeds,
                                const ImpulseFor& impulseFor) {
        constexpr std::uint32_t kCount = Block::kPointCount;
        setLanes(block_.pushes, kAllLanes);
        Sum changes;
        F change[kCount]{};
        F left = block_.hasCaps ? row_.number(block_.impulseLeft) - sumImpulses().ofMiddle : all<F>(0.0f);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            auto& point = block_.points[i];
            F speed = speeds[i];
            for (std::uint32_t k = 0; k < i; ++k) {
                speed = speed + change[k] * row_.number(block_.coupling(k, i));
            }
            const F before = row_.number(point.impulse);
            const F wanted =
                before + impulseFor(row_.number(point.gap), speed, row_.number(point.mass), before);
            F after = maximum(wanted, all<F>(0.0f));
            if (block_.hasCaps) {
                after = minimum(after, before + maximum(left, all<F>(0.0f)));
                left = left - (after - before);
            }
            store(after, point.impulse, row_.lane);
            change[i] = after - before;
            changes.add(change[i], point, row_.lane);
        }
        frame.push(pair, changes);
    }

    [[nodiscard]] HWY_INLINE PartSpeeds<Dimension, F> partSpeeds() const {
        return {row_.number(block_.partSpeed), row_.vector(block_.partPerArm)};
    }
    /// Finds the speeds with which all points part.
    HWY_INLINE void findSpeeds(const Pair& pair, const Frame& frame, PointSpeeds& speeds) const {
        Sum sum = frame.speeds(pair);
        if (block_.hasParts) {
            sum = sum + frame.speeds(partSpeeds());
        }
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            speeds[i] = sum.at(block_.points[i], row_.lane);
        }
    }
    [[nodiscard]] HWY_INLINE bool hasImpulses() const {
        return (block_.pushes >> row_.lane & kAllLanes) != 0;
    }
    /// Whether a pass would do nothing: there are no impulses, and no point closes its gap in this substep.
    [[nodiscard]] HWY_INLINE bool isIdle(const PointSpeeds& speeds) const {
        if (hasImpulses()) {
            return false;
        }
        const F zero = all<F>(0.0f);
        LaneMask isBusy = zero < zero;
        for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
            const F gap = row_.number(block_.points[i].gap), isThere = row_.number(block_.points[i].mass);
            const F least = minimum(gap, speeds[i] + closingSpeed(gap));
            isBusy = isBusy | (!(zero < least) & (zero < isThere));
        }
        return !isAny(isBusy);
    }
    /// Finds the gaps of all points, after the bodies have moved.
    HWY_INLINE void findGaps(const Frame& frame) {
        Gaps<Dimension, F> gaps = row_.loadGaps(frame.normal);
        if (block_.hasParts) {
            gaps.add(partSpeeds(), all<F>(substep_.time));
        }
        forGaps(row_, frame, gaps, [&](auto& point, F ofArms) HWY_ATTR {
            store(row_.number(point.base) + ofArms, point.gap, row_.lane);
        });
    }
    [[nodiscard]] HWY_INLINE Sum sumImpulses() const {
        Sum impulses;
        for (const auto& point : block_.points) {
            impulses.add(row_.number(point.impulse), point, row_.lane);
        }
        return impulses;
    }
    HWY_INLINE void storeSums(const Sum& impulses) {
        store(impulses.ofMiddle, block_.impulseSum, row_.lane);
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            store(impulses.perPlace[k], block_.placeSum[k], row_.lane);
        }
    }
    /// Shortens the impulses with which a substep begins to what is left in this step.
    HWY_INLINE void capImpulses() {
        const F scale = shrinkTo(row_.number(block_.impulseLeft), row_.number(block_.impulseSum));
        for (auto& point : block_.points) {
            store(row_.number(point.impulse) * scale, point.impulse, row_.lane);
        }
        storeSums(sumImpulses());
    }

    /// The speed that closes a gap in this substep.
    HWY_INLINE F closingSpeed(F gap) const { return gap * all<F>(1.0f / substep_.h); }

    /// The impulse that stops a point at the other body.
    HWY_INLINE F stopImpulse(F separation, F speed, F mass) const {
        return -(mass * (speed + closingSpeed(maximum(separation, all<F>(0.0f)))));
    }

    HWY_INLINE F softImpulse(F separation, F speed, F mass, F before) const {
        const F zero = all<F>(0.0f), one = all<F>(1.0f);
        const auto isApart = zero < separation;
        const F overlap = minimum(separation + all<F>(substep_.options.slop), zero);
        const F push =
            maximum(row_.number(block_.biasRate) * overlap, all<F>(-substep_.options.maxPushSpeed));
        const F bias = select(isApart, closingSpeed(separation), push);
        const F massScale = select(isApart, one, row_.number(block_.massScale));
        const F impulseScale = select(isApart, zero, row_.number(block_.impulseScale));
        const F yield = minimum(impulseScale * before, mass * massScale * row_.number(block_.yieldSpeed));
        return -(mass * massScale * (speed + bias)) - yield;
    }

    /// The contacts whose bodies meet fast in the next substep, or nearly so.
    HWY_INLINE LaneMask impactsOf(const PointSpeeds& speeds) const {
        const F limit = all<F>(-substep_.impactSpeed()), zero = all<F>(0.0f);
        const F soon = all<F>(2.0f * substep_.h);
        LaneMask impacts = zero < zero;
        F least = speeds[0];
        for (const F speed : speeds) {
            least = minimum(least, speed);
        }
        if (isAny(least < limit)) {
            for (std::uint32_t i = 0; i < Block::kPointCount; ++i) {
                const auto& point = block_.points[i];
                impacts =
                    impacts | ((speeds[i] < limit) & (row_.number(point.gap) + speeds[i] * soon < zero) &
                               (zero < row_.number(point.mass)));
            }
        }
        return impacts;
    }

    HWY_INLINE void markImpacts(LaneMask impacts) { setLanes(block_.impacts, bitsOf(impacts)); }
    /// Sets the bits of these lanes.
    HWY_INLINE void setLanes(std::uint16_t& bits, unsigned lanes) const {
        bits = static_cast<std::uint16_t>((bits & ~(kAllLanes << row_.lane)) | lanes << row_.lane);
    }

    HWY_INLINE void warmStartFriction(Pair& pair, const Frame& frame) {
        const auto& tangents = frame.tangents;
        Vector impulse = tangents[0] * row_.number(block_.frictionImpulse[0]);
        if constexpr (M::kTangents == 2) {
            impulse = impulse + tangents[1] * row_.number(block_.frictionImpulse[1]);
            const Spin twist = frame.normal * row_.number(block_.twistImpulse);
            pair.turn(twist, twist);
        }
        pair.push(impulse, frame.middleA, frame.middleB);
        if (block_.hasRolling) {
            const Spin rolling = M::template loadSpin<F>(block_.rollingImpulse, row_.lane);
            pair.turn(rolling, rolling);
        }
    }

    /// Friction against rotation about the normal.
    HWY_INLINE void solveTwist(Pair& pair, const Vector& normal) {
        F limit = all<F>(0.0f);
        for (const auto& point : block_.points) {
            limit = limit + row_.number(point.reach) * row_.number(point.impulse);
        }
        limit = limit * row_.number(block_.friction);
        const F before = row_.number(block_.twistImpulse);
        F speed = dot(normal, pair.b.w - pair.a.w);
        if (block_.hasParts) {
            speed = speed + row_.number(block_.partTwist);
        }
        const F change = -(row_.number(block_.twistMass) * speed);
        const F after = maximum(minimum(before + change, limit), -limit);
        store(after, block_.twistImpulse, row_.lane);
        const Spin impulse = normal * (after - before);
        pair.turn(impulse, impulse);
    }

    HWY_INLINE void solveRolling(Pair& pair, F total) {
        const F limit = row_.number(block_.rolling) * total;
        const auto mass = M::template loadInertia<F>(block_.rollingMass, row_.lane);
        const Spin before = M::template loadSpin<F>(block_.rollingImpulse, row_.lane);
        const Spin wanted = before - M::template times<F>(mass, pair.b.w - pair.a.w);
        const Spin after = wanted * shrinkTo(limit, squareRoot(dot(wanted, wanted)));
        M::template storeSpin<F>(after, block_.rollingImpulse, row_.lane);
        const Spin impulse = after - before;
        pair.turn(impulse, impulse);
    }

    /// Returns the speed of B's surface relative to A's along a tangent, in the middle of this substep. The
    /// warm start of the next substep adds what changes until then.
    [[nodiscard]] HWY_INLINE F surfaceSpeed(std::size_t tangent) const {
        const F speed = row_.number(block_.surfaceSpeed[tangent]);
        if (!block_.hasTurningSurfaces) {
            return speed;
        }
        const F time = all<F>(substep_.time - 0.5f * substep_.h);
        return speed + row_.number(block_.surfaceAcceleration[tangent]) * time;
    }

    HWY_INLINE void solveFriction(Pair& pair, const Frame& frame, F limit) {
        const Vector armA = frame.middleA, armB = frame.middleB;
        const Vector velocity = pair.relativeVelocity(armA, armB);
        const auto& tangents = frame.tangents;
        const F speed = dot(tangents[0], velocity) + surfaceSpeed(0);
        const F before = row_.number(block_.frictionImpulse[0]);
        if constexpr (M::kTangents == 2) {
            const F speed2 = dot(tangents[1], velocity) + surfaceSpeed(1);
            const F before2 = row_.number(block_.frictionImpulse[1]);
            const F k11 = row_.number(block_.tangentMass[0]), k12 = row_.number(block_.tangentMass[1]),
                    k22 = row_.number(block_.tangentMass[2]);
            const F wanted = before - (k11 * speed + k12 * speed2);
            const F wanted2 = before2 - (k12 * speed + k22 * speed2);
            const F scale = shrinkTo(limit, squareRoot(wanted * wanted + wanted2 * wanted2));
            const F after = wanted * scale, after2 = wanted2 * scale;
            store(after, block_.frictionImpulse[0], row_.lane);
            store(after2, block_.frictionImpulse[1], row_.lane);
            pair.push(tangents[0] * (after - before) + tangents[1] * (after2 - before2), armA, armB);
        } else {
            const F wanted = before - row_.number(block_.tangentMass[0]) * speed;
            const F after = maximum(minimum(wanted, limit), -limit);
            store(after, block_.frictionImpulse[0], row_.lane);
            pair.push(tangents[0] * (after - before), armA, armB);
        }
    }

    /// The factor that shortens a length to a limit.
    static HWY_INLINE F shrinkTo(F limit, F length) {
        return select(limit < length, limit / length, all<F>(1.0f));
    }

    Row<Dimension, Block, F> row_;
    Block& block_;
    const Substep& substep_;
};

/// Calls use(solver) for all constraints of a row.
template <class Dimension, class Block, class Use>
HWY_INLINE void forRow(Block& block, float* states, const Substep& substep, const Use& use) {
    for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; lane += kLanes) {
        RowSolver<Dimension, Block> solver(block, states, lane, substep);
        use(solver);
    }
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
