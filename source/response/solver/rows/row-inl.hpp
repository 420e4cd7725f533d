// One contact, or a vector of contacts, of a row: its bodies and their motion.
#if defined(SAT3D_RESPONSE_ROW_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_ROW_INL_HPP
#undef SAT3D_RESPONSE_ROW_INL_HPP
#else
#define SAT3D_RESPONSE_ROW_INL_HPP
#endif

#include "response/motion/locked_axes.hpp"
#include "response/solver/rows/body_math_2d-inl.hpp"
#include "response/solver/rows/body_math_3d-inl.hpp"
#include "response/solver/rows/row_header.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The two bodies of a contact.
template <class Dimension, class F>
struct BodyPair {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;

    F inverseMassA, inverseMassB;
    typename M::template Inertia<F> inertiaA, inertiaB;
    typename M::template Motion<F> a, b;
    bool hasLocks;                  ///< whether axes are locked
    Vector freeMovesA, freeMovesB;  ///< only if so: 1 for free axes, 0 for locked ones

    HWY_INLINE BodyPair() = default;
    HWY_INLINE BodyPair(F massA, F massB, const typename M::template Inertia<F>& ofA,
                        const typename M::template Inertia<F>& ofB,
                        const typename M::template Motion<F>& motionA,
                        const typename M::template Motion<F>& motionB)
        : inverseMassA(massA),
          inverseMassB(massB),
          inertiaA(ofA),
          inertiaB(ofB),
          a(motionA),
          b(motionB),
          hasLocks(false) {}

    /// Velocity of a point of B relative to the point of A.
    [[nodiscard]] HWY_INLINE Vector relativeVelocity(const Vector& armA, const Vector& armB) const {
        return (b.v + M::template spinCross<F>(b.w, armB)) - (a.v + M::template spinCross<F>(a.w, armA));
    }
    /// Applies an impulse to B, and its opposite to A.
    HWY_INLINE void push(const Vector& impulse, const Vector& armA, const Vector& armB) {
        push(impulse);
        turn(M::template armCross<F>(armA, impulse), M::template armCross<F>(armB, impulse));
    }
    HWY_INLINE void push(const Vector& impulse) {
        if (hasLocks) {
            a.v = a.v - scaled(impulse, freeMovesA) * inverseMassA;
            b.v = b.v + scaled(impulse, freeMovesB) * inverseMassB;
        } else {
            a.v = a.v - impulse * inverseMassA;
            b.v = b.v + impulse * inverseMassB;
        }
    }
    /// How much an impulse of 1 along a direction changes the relative speed along another one, if nothing
    /// turns.
    [[nodiscard]] HWY_INLINE F responseOfCenters(const Vector& along, const Vector& other) const {
        const F ofFree = (inverseMassA + inverseMassB) * dot(along, other);
        if (!hasLocks) {
            return ofFree;
        }
        // Locks of others in the row must not change the bits of free bodies.
        constexpr float kNearlyAll = static_cast<float>(DimensionSizes<Dimension>::kVector) - 0.5f;
        return select(
            all<F>(kNearlyAll) < dot(freeMovesA, freeMovesB), ofFree,
            dot(scaled(along, freeMovesA) * inverseMassA + scaled(along, freeMovesB) * inverseMassB, other));
    }
    /// The same along each axis of the world.
    [[nodiscard]] HWY_INLINE Vector responseOfAxes() const {
        return hasLocks ? freeMovesA * inverseMassA + freeMovesB * inverseMassB
                        : M::template evenVector<F>(1.0f) * (inverseMassA + inverseMassB);
    }
    /// Applies angular impulses: the first to A in the opposite direction, the second to B.
    HWY_INLINE void turn(const Spin& onA, const Spin& onB) {
        a.w = a.w - M::template times<F>(inertiaA, onA);
        b.w = b.w + M::template times<F>(inertiaB, onB);
    }
};

/// A direction in which two bodies push each other, and what an impulse of 1 along it does.
template <class Dimension, class F = float>
struct PushDirection {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Spin = typename M::template Spin<F>;
    using Pair = BodyPair<Dimension, F>;

    Vector along;
    Spin turnA, turnB;  ///< angular impulses
    Spin spinA, spinB;  ///< changes of angular velocities

    HWY_INLINE void set(const Vector& armA, const Vector& armB, const Vector& direction) {
        along = direction;
        turnA = M::template armCross<F>(armA, direction);
        turnB = M::template armCross<F>(armB, direction);
    }
    HWY_INLINE void setSpins(const Pair& pair) {
        spinA = M::template times<F>(pair.inertiaA, turnA);
        spinB = M::template times<F>(pair.inertiaB, turnB);
    }
    /// The speed of B away from A. Does not need the spins.
    [[nodiscard]] HWY_INLINE F speed(const Pair& pair) const {
        return dot(along, pair.b.v - pair.a.v) + (dot(turnB, pair.b.w) - dot(turnA, pair.a.w));
    }
    HWY_INLINE void push(Pair& pair, F impulse) const {
        pair.push(along * impulse);
        pair.a.w = pair.a.w - spinA * impulse;
        pair.b.w = pair.b.w + spinB * impulse;
    }
    /// How much an impulse of 1 along another direction changes the speed along this one.
    [[nodiscard]] HWY_INLINE F response(const Pair& pair, const PushDirection& other) const {
        return pair.responseOfCenters(along, other.along) + turnResponse(other);
    }
    /// The same if one of the directions is that of a turn.
    [[nodiscard]] HWY_INLINE F turnResponse(const PushDirection& other) const {
        return dot(turnA, other.spinA) + dot(turnB, other.spinB);
    }
    template <class Impulses>
    HWY_INLINE void addTo(Impulses& impulses, float impulse) const {
        impulses.sum += M::toGlm(along * impulse);
        impulses.turnA += M::spinToGlm(turnA * impulse);
        impulses.turnB += M::spinToGlm(turnB * impulse);
    }
};

/// The impulses along the tangents that cancel velocities along them: a symmetric matrix (11, 12, 22), or one
/// number in the plane.
/// @param response  returns how much an impulse along tangent k changes the velocity along tangent i
template <class Dimension, class F, class Response>
HWY_INLINE void findTangentMass(const Response& response,
                                F (&mass)[DimensionSizes<Dimension>::kTangentMass]) {
    const F k11 = response(0, 0);
    if constexpr (BodyMath<Dimension>::kTangents == 2) {
        // If nothing moves in one direction, because axes are locked, the matrix has no inverse. Along the
        // other one it is its trace.
        constexpr float kNegligible = 1e-6f;
        const F k12 = response(0, 1), k22 = response(1, 1);
        const F determinant = k11 * k22 - k12 * k12, trace = k11 + k22;
        const auto isRegular = all<F>(kNegligible) * (trace * trace) < determinant;
        const F scale = inverseOf(determinant), inverseTrace = inverseOf(trace);
        const F scaleOfOne = inverseTrace * inverseTrace;
        mass[0] = select(isRegular, k22 * scale, k11 * scaleOfOne);
        mass[1] = select(isRegular, -k12 * scale, k12 * scaleOfOne);
        mass[2] = select(isRegular, k11 * scale, k22 * scaleOfOne);
    } else {
        mass[0] = inverseOf(k11);
    }
}

/// The speeds along a normal with which parts of the bodies move the points of B away from those of A: what
/// the game moves in a body, a barrel.
template <class Dimension, class F>
struct PartSpeeds {
    using Vector = typename BodyMath<Dimension>::template Vector<F>;

    F ofCenters;
    Vector perArm;  ///< of B

    [[nodiscard]] HWY_INLINE F at(const Vector& armB) const { return ofCenters + dot(perArm, armB); }
};

/// The speeds along a normal with which points of B move away from those of A.
template <class Dimension, class F>
struct NormalSpeeds {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;

    F ofCenters;
    Vector perArmA, perArmB;

    HWY_INLINE NormalSpeeds(const BodyPair<Dimension, F>& pair, const Vector& normal)
        : NormalSpeeds(pair.a, pair.b, normal) {}
    HWY_INLINE NormalSpeeds(const typename M::template Motion<F>& a, const typename M::template Motion<F>& b,
                            const Vector& normal)
        : ofCenters(dot(normal, b.v - a.v)),
          perArmA(M::template crossSpin<F>(normal, a.w)),
          perArmB(M::template crossSpin<F>(normal, b.w)) {}

    [[nodiscard]] HWY_INLINE F at(const Vector& armA, const Vector& armB) const {
        return ofCenters + (dot(perArmB, armB) - dot(perArmA, armA));
    }
    /// Adds the speeds of parts that move in their bodies.
    HWY_INLINE void add(const PartSpeeds<Dimension, F>& parts) {
        ofCenters = ofCenters + parts.ofCenters;
        perArmB = perArmB + parts.perArm;
    }
};

/// The gaps of a contact's points after its bodies have moved. The cores of round parts turn with their
/// bodies, but not their surfaces: the contact stays between the cores.
template <class Dimension, class F>
struct Gaps {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Rotation = typename M::template Rotation<F>;
    using Displacement = typename M::template Displacement<F>;

    Vector normalInA, normalInB;  ///< as the bodies see it after they have turned
    F apart;                      ///< how far the ends of arms of no length are apart, radii included

    HWY_INLINE Gaps(const Vector& normal, const Displacement& a, const Displacement& b, F radiusA, F radiusB)
        : Gaps(normal, M::template rotatedBack<F>(a.rotation, normal),
               M::template rotatedBack<F>(b.rotation, normal), dot(normal, b.translation - a.translation),
               radiusA, radiusB) {}
    /// If the arms belong to a later moment of the step.
    HWY_INLINE Gaps(const Vector& normal, const Displacement& a, const Displacement& b, F radiusA, F radiusB,
                    const Rotation& turnedA, const Rotation& turnedB)
        : Gaps(normal, M::template rotated<F>(turnedA, M::template rotatedBack<F>(a.rotation, normal)),
               M::template rotated<F>(turnedB, M::template rotatedBack<F>(b.rotation, normal)),
               dot(normal, b.translation - a.translation), radiusA, radiusB) {}

    /// The gap of a point, less its base.
    [[nodiscard]] HWY_INLINE F at(const Vector& armA, const Vector& armB) const {
        return apart + (dot(normalInB, armB) - dot(normalInA, armA));
    }
    /// Adds how far parts have moved in their bodies.
    /// @param time  seconds since the start of the step
    HWY_INLINE void add(const PartSpeeds<Dimension, F>& parts, F time) {
        apart = apart + parts.ofCenters * time;
        normalInB = normalInB + parts.perArm * time;
    }

private:
    HWY_INLINE Gaps(const Vector& normal, const Vector& inA, const Vector& inB, F ofCenters, F radiusA,
                    F radiusB)
        : normalInA(inA),
          normalInB(inB),
          apart(ofCenters + (radiusA * dot(inA, normal) + radiusB * dot(inB, normal))) {}
};

/// A row of contacts, or one contact of it, with access to its bodies.
template <class Dimension, class Block, class F>
struct Row {
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<F>;
    using Pair = BodyPair<Dimension, F>;

    Block& block;
    float* states;
    std::size_t lane;

    [[nodiscard]] HWY_INLINE Four<F> gatherAt(std::size_t group, const std::uint32_t* bodies) const {
        if constexpr (std::is_same_v<F, float>) {
            return gatherOne(states + group, M::kStride, bodies[lane]);
        } else {
            return gather(states + group, M::kStride, bodies + lane);
        }
    }
    HWY_INLINE void scatterAt(std::size_t group, const Four<F>& values, const std::uint32_t* bodies,
                              const bool* moves) const {
        if constexpr (!std::is_same_v<F, float>) {
            scatter(values, states + group, M::kStride, bodies + lane, moves + lane);
        } else if (moves[lane]) {
            scatterOne(values, states + group, M::kStride, bodies[lane]);
        }
    }

    [[nodiscard]] HWY_INLINE Pair loadPair() const {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadMotion<F>([&](std::size_t group)
                                                 HWY_ATTR { return gatherAt(group, bodies); });
        };
        Pair pair{load<F>(block.inverseMassA, lane),
                  load<F>(block.inverseMassB, lane),
                  M::template loadInertia<F>(block.inertiaA, lane),
                  M::template loadInertia<F>(block.inertiaB, lane),
                  at(block.a),
                  at(block.b)};
        if (block.hasLocks) {
            pair.hasLocks = true;
            pair.freeMovesA = M::template freeMoves<F>(block.lockedA, lane);
            pair.freeMovesB = M::template freeMoves<F>(block.lockedB, lane);
        }
        return pair;
    }
    HWY_INLINE void storePair(const Pair& pair) const { storePair(pair, block.movesA, block.movesB); }
    /// @param movesA, movesB  by lane: whether to store the motion
    HWY_INLINE void storePair(const Pair& pair, const bool* movesA, const bool* movesB) const {
        const auto at = [&](const auto& motion, const std::uint32_t* bodies, const bool* moves) HWY_ATTR {
            M::template storeMotion<F>(motion, [&](std::size_t group, const Four<F>& values)
                                                   HWY_ATTR { scatterAt(group, values, bodies, moves); });
        };
        at(pair.a, block.a, movesA);
        at(pair.b, block.b, movesB);
    }
    [[nodiscard]] HWY_INLINE Gaps<Dimension, F> loadGaps(const Vector& normal) const {
        const auto at = [&](const std::uint32_t* bodies) HWY_ATTR {
            return M::template loadDisplacement<F>([&](std::size_t group)
                                                       HWY_ATTR { return gatherAt(group, bodies); });
        };
        if (block.hasTurned) {
            return {normal,
                    at(block.a),
                    at(block.b),
                    number(block.radiusA),
                    number(block.radiusB),
                    M::template loadRotation<F>(block.turnedA, lane),
                    M::template loadRotation<F>(block.turnedB, lane)};
        }
        return {normal, at(block.a), at(block.b), number(block.radiusA), number(block.radiusB)};
    }

    /// Gives bodies the inertias that they have as they lie now.
    /// @param lanes     which lanes
    /// @param inertias  of all states
    HWY_INLINE void turnInertias(LaneMask lanes, const BodyInertia* inertias) const {
        constexpr std::size_t kStride = sizeof(BodyInertia) / sizeof(float);
        const auto turn = [&](const std::uint32_t* bodies, Lane(&to)[DimensionSizes<Dimension>::kInertia],
                              const std::uint8_t* locked) HWY_ATTR {
            const auto moved = M::template loadDisplacement<F>(
                [&](std::size_t group) HWY_ATTR { return gatherAt(group, bodies); });
            const Four<F> first = gather(inertias->all, kStride, bodies + lane),
                          rest = gather(inertias->all + 4, kStride, bodies + lane);
            auto now = M::template turnedInertia<F>(moved.rotation,
                                                    {first.x, first.y, first.z, first.w, rest.x, rest.y});
            if (block.hasLocks) {
                now = M::template lockedInertia<F>(now, M::template freeTurns<F>(locked, lane));
            }
            const auto before = M::template loadInertia<F>(to, lane);
            M::template storeInertia<F>({select(lanes, now.xx, before.xx), select(lanes, now.yy, before.yy),
                                         select(lanes, now.zz, before.zz), select(lanes, now.xy, before.xy),
                                         select(lanes, now.xz, before.xz), select(lanes, now.yz, before.yz)},
                                        to, lane);
        };
        turn(block.a, block.inertiaA, block.lockedA);
        turn(block.b, block.inertiaB, block.lockedB);
    }

    [[nodiscard]] HWY_INLINE Vector vector(const Lane (&from)[DimensionSizes<Dimension>::kVector]) const {
        return M::template loadVector<F>(from, lane);
    }
    [[nodiscard]] HWY_INLINE F number(const Lane& from) const { return load<F>(from, lane); }
};

/// Writes the two bodies of a constraint to a lane of its row.
/// @param bodies  of the step
/// @param a, b    indices, or kStandsStill
/// @param turns   whether the row turns the inertias with the bodies, and locks axes then
template <class Dimension, class Bodies>
HWY_INLINE void fillBodies(const Bodies& bodies, std::uint32_t a, std::uint32_t b, RowHeader<Dimension>& row,
                           std::size_t lane, bool turns) {
    using M = BodyMath<Dimension>;
    const BasicSolverBody<Dimension> still;
    const auto fill = [&](std::uint32_t body, std::uint32_t& index, bool& moves, Lane& mass, auto& inertia,
                          std::uint8_t(&locked)[kRowWidth]) HWY_ATTR {
        const auto& from = body == BasicSolverContact<Dimension>::kStandsStill ? still : bodies[body];
        index = body + 1;  // 0 for kStandsStill
        moves = isMoved(from);
        mass.v[lane] = from.inverseMass;
        M::storeInertia(
            M::fromGlm(turns ? from.inverseInertia : withLockedTurns(from.inverseInertia, from.locked)),
            inertia, lane);
        locked[lane] = lockBits(from.locked);
        row.hasLocks = row.hasLocks || from.locked.isAny();
    };
    fill(a, row.a[lane], row.movesA[lane], row.inverseMassA, row.inertiaA, row.lockedA);
    fill(b, row.b[lane], row.movesB[lane], row.inverseMassB, row.inertiaB, row.lockedB);
}

/// Finds the constraints of a row that join a body which is swept after a shock.
/// @param movesA, movesB  by lane: of these constraints, whether they change the bodies. Others stay as they
/// are
/// @return bits of lanes, from the given one on
template <class Dimension>
HWY_INLINE unsigned sweptLanes(const RowHeader<Dimension>& row, std::size_t lane, const Substep& substep,
                               bool (&movesA)[kRowWidth], bool (&movesB)[kRowWidth]) {
    unsigned swept = 0;
    for (std::size_t i = lane; i < lane + kLanes; ++i) {
        if ((substep.isSwept[row.a[i]] | substep.isSwept[row.b[i]]) != 0) {
            swept |= 1u << (i - lane);
            movesA[i] = row.movesA[i], movesB[i] = row.movesB[i];
        }
    }
    return swept;
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
