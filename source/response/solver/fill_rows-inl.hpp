// Writes contacts to their rows, and the impulses of rows back to contacts.
#if defined(SAT3D_RESPONSE_FILL_ROWS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_FILL_ROWS_INL_HPP
#undef SAT3D_RESPONSE_FILL_ROWS_INL_HPP
#else
#define SAT3D_RESPONSE_FILL_ROWS_INL_HPP
#endif

#include "response/motion/locked_axes.hpp"
#include "response/solver/joints/fill_joint-inl.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"
#include "response/solver/wheels/fill_wheel-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// What rows are filled from, and what gets their impulses.
template <class Dimension>
struct SolverInput {
    std::span<BasicSolverBody<Dimension>> bodies;
    std::span<BasicSolverContact<Dimension>> contacts;
    std::span<SolverJoint<Dimension>> joints;
    SolverWheels<Dimension> wheels;
    std::span<const std::uint8_t> hasContact;  ///< by body
    std::span<const Firmness> firmness;        ///< by contact
};

/// Fills a lane of a row of contacts.
template <class Dimension, class Block>
class RowFiller {
public:
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Spin = typename M::template Spin<float>;
    using Inertia = typename M::template Inertia<float>;
    using Rotation = typename M::template Rotation<float>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE RowFiller(Block& block, std::size_t lane) : block_(block), lane_(lane) {}

    /// What follows from these numbers is computed a row at a time: RowSolver::arrange().
    HWY_INLINE void fill(const SolverInput<Dimension>& input, float, typename Block::Filling& filling) {
        Contact& contact = input.contacts[block_.constraint[lane_]];
        for (auto& point : contact.points) {
            point.totalImpulse = 0.0f;
        }
        setBodies(input.bodies, contact);
        const Vector normal = M::fromGlm(contact.normal);
        M::storeVector(normal, block_.normal, lane_);
        put(contact.radiusA, block_.radiusA), put(contact.radiusB, block_.radiusB);
        put(contact.restitution, block_.restitution);
        if (contact.turnedA != Dimension::kNoRotation || contact.turnedB != Dimension::kNoRotation) {
            block_.hasTurned = true;
        }
        M::storeRotation(M::rotationFromGlm(contact.turnedA), block_.turnedA, lane_);
        M::storeRotation(M::rotationFromGlm(contact.turnedB), block_.turnedB, lane_);
        setPoints(contact, filling);
        const Firmness firmness = input.firmness[block_.constraint[lane_]];
        put(firmness == Firmness::Soft ? 0.0f : 1.0f, filling.isStill);
        put(firmness == Firmness::Firm ? 1.0f : 0.0f, filling.isFirm);
        setFriction(contact, normal);
        setRolling(contact);
        block_.pushes |= static_cast<std::uint16_t>((hasImpulses(contact) ? 1u : 0u) << lane_);
        setParts(contact, normal);
        put(contact.maxImpulse, block_.impulseLeft);
        block_.hasCaps = block_.hasCaps || contact.maxImpulse < std::numeric_limits<float>::max();
    }

    /// Finds what rolling resistance has to move, by the inertias that the row has now.
    HWY_INLINE void turnRolling() {
        if (block_.rolling.v[lane_] > 0.0f) {
            setRollingMass(M::template loadInertia<float>(block_.inertiaA, lane_),
                           M::template loadInertia<float>(block_.inertiaB, lane_));
        }
    }

    /// Turns the cores of both bodies with their points. The gaps stay what they are. Does nothing if parts
    /// move: their speeds are those at the arms of before.
    /// @param turnedA, turnedB  since the start of the step
    HWY_INLINE void turnArms(const SolverInput<Dimension>& input, const Rotation& turnedA,
                             const Rotation& turnedB) {
        const Contact& contact = input.contacts[block_.constraint[lane_]];
        if (movesParts(contact)) {
            return;
        }
        const Vector normal = M::template loadVector<float>(block_.normal, lane_);
        const Turn a(M::template loadRotation<float>(block_.turnedA, lane_), turnedA),
            b(M::template loadRotation<float>(block_.turnedB, lane_), turnedB);
        const auto turnMiddle = [&](const Turn& turn, const Vector& toSurface, auto& middle) HWY_ATTR {
            const Vector core = M::template loadVector<float>(middle, lane_) - toSurface;
            M::storeVector(turn.of(core) + toSurface, middle, lane_);
        };
        turnMiddle(a, normal * block_.radiusA.v[lane_], block_.middleA);
        turnMiddle(b, normal * -block_.radiusB.v[lane_], block_.middleB);
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            turnPoint(i, normal, a, b);
        }
        M::storeRotation(turnedA, block_.turnedA, lane_);
        M::storeRotation(turnedB, block_.turnedB, lane_);
        block_.hasTurned = block_.isUneven = true;
    }

    HWY_INLINE void storeImpulses(const SolverInput<Dimension>& input) const {
        Contact& contact = input.contacts[block_.constraint[lane_]];
        const auto get = [&](const Lane& lane) HWY_ATTR { return lane.v[lane_]; };
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            contact.points[i].impulse = get(block_.points[i].impulse);
            contact.points[i].totalImpulse += get(block_.points[i].total);
        }
        const auto tangents =
            M::template tangents<float>(M::template loadVector<float>(block_.normal, lane_),
                                        M::template loadVector<float>(block_.tangent, lane_));
        Vector friction = M::template zeroVector<float>();
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            friction = friction + tangents[i] * get(block_.frictionImpulse[i]);
        }
        // No -0: whether rows leave it depends on the others of the row.
        contact.frictionImpulse = M::toGlm(friction) + 0.0f;
        contact.twistImpulse = get(block_.twistImpulse) + 0.0f;
        contact.rollingImpulse =
            M::spinToGlm(M::template loadSpin<float>(block_.rollingImpulse, lane_)) + 0.0f;
    }

private:
    [[nodiscard]] static HWY_INLINE bool hasImpulses(const Contact& contact) {
        bool hasAny = contact.frictionImpulse != typename Dimension::Vector(0.0f) ||
                      contact.twistImpulse != 0.0f ||
                      contact.rollingImpulse != typename Dimension::Spin(0.0f);
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            hasAny = hasAny || contact.points[i].impulse != 0.0f;
        }
        return hasAny;
    }
    /// Whether parts of its bodies move in these.
    [[nodiscard]] static HWY_INLINE bool movesParts(const Contact& contact) {
        return contact.partVelocity != typename Dimension::Vector(0.0f) ||
               contact.partSpin != typename Dimension::Spin(0.0f);
    }
    HWY_INLINE void put(float a, Lane& to) const { to.v[lane_] = a; }

    HWY_INLINE void setBodies(std::span<const BasicSolverBody<Dimension>> bodies, const Contact& contact) {
        const BasicSolverBody<Dimension> still;
        const auto set = [&](std::uint32_t body, const typename Dimension::Rotation& turned,
                             std::uint32_t& index, bool& moves, Lane& massLane, auto& inertiaLanes,
                             float& mass, Inertia& inertia, std::uint8_t(&locked)[kRowWidth]) HWY_ATTR {
            const auto& from = body == Contact::kStandsStill ? still : bodies[body];
            index = body + 1;  // 0 for kStandsStill
            mass = from.inverseMass;
            inertia =
                M::fromGlm(turned == Dimension::kNoRotation ? from.inverseInertia
                                                            : M::turnedInertia(turned, from.inverseInertia));
            if (from.locked.isAny()) {
                inertia = M::fromGlm(withLockedTurns(M::inertiaToGlm(inertia), from.locked));
                locked[lane_] = lockBits(from.locked);
                block_.hasLocks = true;
            }
            moves = isMoved(from);
            put(mass, massLane);
            M::storeInertia(inertia, inertiaLanes, lane_);
        };
        set(contact.bodyA, contact.turnedA, block_.a[lane_], block_.movesA[lane_], block_.inverseMassA,
            block_.inertiaA, pair_.inverseMassA, pair_.inertiaA, block_.lockedA);
        set(contact.bodyB, contact.turnedB, block_.b[lane_], block_.movesB[lane_], block_.inverseMassB,
            block_.inertiaB, pair_.inverseMassB, pair_.inertiaB, block_.lockedB);
    }

    HWY_INLINE void setPoints(const Contact& contact, typename Block::Filling& filling) {
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            const auto& from = contact.points[i];
            auto& to = block_.points[i];
            M::storeVector(M::fromGlm(from.armA), filling.armsA[i], lane_);
            M::storeVector(M::fromGlm(from.armB), filling.armsB[i], lane_);
            put(from.separation, to.base);
            put(1.0f, to.mass);  // there is a point
            put(from.impulse, to.impulse);
        }
    }

    HWY_INLINE void setFriction(const Contact& contact, const Vector& normal) {
        put(contact.friction, block_.friction);
        const Vector first = M::perpendicular(normal);
        M::storeVector(first, block_.tangent, lane_);
        const auto tangents = M::template tangents<float>(normal, first);
        const Vector impulse = M::fromGlm(contact.frictionImpulse),
                     surface = M::fromGlm(contact.surfaceVelocity + contact.partVelocity);
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            put(dot(impulse, tangents[i]), block_.frictionImpulse[i]);
            put(dot(surface, tangents[i]), block_.surfaceSpeed[i]);
        }
        if (contact.surfaceAcceleration != typename Dimension::Vector(0.0f)) {
            block_.hasTurningSurfaces = true;
            const Vector acceleration = M::fromGlm(contact.surfaceAcceleration);
            for (std::size_t i = 0; i < M::kTangents; ++i) {
                put(dot(acceleration, tangents[i]), block_.surfaceAcceleration[i]);
            }
        }
        if constexpr (M::kTangents == 2) {
            put(contact.twistImpulse, block_.twistImpulse);
        }
    }

    HWY_INLINE void setParts(const Contact& contact, const Vector& normal) {
        if (!movesParts(contact)) {
            return;
        }
        block_.hasParts = true;
        const auto spin = M::spinFromGlm(contact.partSpin);
        const Vector perArm = M::template crossSpin<float>(normal, spin);
        Vector middle = M::template zeroVector<float>();
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            middle = middle + M::fromGlm(contact.points[i].armB);
        }
        middle = middle * inverseOf(static_cast<float>(contact.pointCount));
        put(dot(normal, M::fromGlm(contact.partVelocity)) - dot(perArm, middle), block_.partSpeed);
        M::storeVector(perArm, block_.partPerArm, lane_);
        if constexpr (M::kTangents == 2) {
            put(dot(normal, spin), block_.partTwist);
        }
    }

    HWY_INLINE void setRolling(const Contact& contact) {
        block_.hasRolling = block_.hasRolling || contact.rollingResistance > 0.0f;
        put(contact.rollingResistance, block_.rolling);
        if (contact.rollingResistance > 0.0f) {
            setRollingMass(pair_.inertiaA, pair_.inertiaB);
            M::storeSpin(M::spinFromGlm(contact.rollingImpulse), block_.rollingImpulse, lane_);
        }
    }

    /// From one rotation to another.
    struct Turn {
        Rotation from, to;

        HWY_INLINE Turn(const Rotation& before, const Rotation& after) : from(before), to(after) {}
        [[nodiscard]] HWY_INLINE Vector of(const Vector& a) const {
            return M::template rotated<float>(to, M::template rotatedBack<float>(from, a));
        }
    };
    /// Turns a point about the middles of both bodies.
    HWY_INLINE void turnPoint(std::uint32_t i, const Vector& normal, const Turn& a, const Turn& b) {
        const auto tangents =
            M::template tangents<float>(normal, M::template loadVector<float>(block_.tangent, lane_));
        auto& place = block_.points[i].place;
        Vector arm = M::template zeroVector<float>();
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            arm = arm + tangents[k] * place[k].v[lane_];
        }
        const Vector onA = a.of(arm + normal * block_.heightsA[i].v[lane_]),
                     onB = b.of(arm + normal * block_.heightsB[i].v[lane_]);
        const Vector& moved = block_.movesA[lane_] ? onA : onB;  // both have one place
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            put(dot(moved, tangents[k]), place[k]);
        }
        put(dot(onA, normal), block_.heightsA[i]), put(dot(onB, normal), block_.heightsB[i]);
    }

    HWY_INLINE void setRollingMass(const Inertia& ofA, const Inertia& ofB) {
        const Inertia sum = M::sum(ofA, ofB);
        M::storeInertia(M::inverse(M::withoutZeros(sum)), block_.rollingMass, lane_);
    }

    Block& block_;
    std::size_t lane_;
    BodyPair<Dimension, float> pair_ = {};
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
