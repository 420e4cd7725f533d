// What impacts ask of a contact: a copy of it, and what it may still give.
#if defined(SAT3D_RESPONSE_IMPACT_CONTACT_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_IMPACT_CONTACT_INL_HPP
#undef SAT3D_RESPONSE_IMPACT_CONTACT_INL_HPP
#else
#define SAT3D_RESPONSE_IMPACT_CONTACT_INL_HPP
#endif

#include "response/solver/problem/impact_memory.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/rows/row-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// The acceleration of A relative to B by other causes than contacts.
/// @param ends  a constraint or a contact: the two bodies
template <class Dimension>
HWY_INLINE auto relativeAcceleration(std::span<const BasicSolverBody<Dimension>> bodies, const auto& ends) {
    using M = BodyMath<Dimension>;
    const auto of = [&](std::uint32_t body) HWY_ATTR {
        return body != BasicSolverContact<Dimension>::kStandsStill ? M::fromGlm(accelerationOf(bodies[body]))
                                                                   : M::template zeroVector<float>();
    };
    return of(ends.bodyA) - of(ends.bodyB);
}

/// Copies a contact from its row. Its inertias are set apart.
template <class Dimension, class Block>
HWY_INLINE ImpactContact<Dimension> impactContact(Block& block, std::size_t lane, std::uint32_t pointCount) {
    using M = BodyMath<Dimension>;
    const auto number = [&](const Lane& from) HWY_ATTR { return from.v[lane]; };
    const auto vector = [&](const auto& from)
                            HWY_ATTR { return M::toGlm(M::template loadVector<float>(from, lane)); };
    ImpactContact<Dimension> contact{.a = block.a[lane],
                                     .b = block.b[lane],
                                     .reach = number(block.reach),
                                     .movesA = block.movesA[lane],
                                     .movesB = block.movesB[lane],
                                     .normal = vector(block.normal),
                                     .middleA = vector(block.middleA),
                                     .middleB = vector(block.middleB),
                                     .pointCount = pointCount,
                                     .inverseMassA = number(block.inverseMassA),
                                     .inverseMassB = number(block.inverseMassB),
                                     .radiusA = number(block.radiusA),
                                     .radiusB = number(block.radiusB),
                                     .restitution = number(block.restitution),
                                     .friction = number(block.friction),
                                     .tangent = vector(block.tangent)};
    contact.hasCaps = block.hasCaps;
    if (block.hasParts) {
        contact.hasParts = true;
        contact.partSpeed = number(block.partSpeed), contact.partPerArm = vector(block.partPerArm);
    }
    if (block.hasLocks) {
        contact.hasLocks = true;
        contact.lockedA = block.lockedA[lane], contact.lockedB = block.lockedB[lane];
    }
    if (block.hasTurned) {
        contact.turnedA = M::toGlm(M::template loadRotation<float>(block.turnedA, lane));
        contact.turnedB = M::toGlm(M::template loadRotation<float>(block.turnedB, lane));
    }
    for (std::size_t i = 0; i < M::kTangents; ++i) {
        contact.surfaceSpeed[i] = number(block.surfaceSpeed[i]);
    }
    const auto tangents =
        M::template tangents<float>(M::fromGlm(contact.normal), M::fromGlm(contact.tangent));
    for (std::uint32_t i = 0; i < pointCount; ++i) {
        const auto& from = block.points[i];
        typename Dimension::Vector arm(0.0f);
        for (std::size_t k = 0; k < M::kTangents; ++k) {
            arm += M::toGlm(tangents[k]) * number(from.place[k]);
        }
        contact.points[i] = {contact.middleA + (arm + contact.normal * number(block.heightsA[i])),
                             contact.middleB + (arm + contact.normal * number(block.heightsB[i])),
                             number(from.base), number(from.mass) > 0.0f};
    }
    return contact;
}

/// Sets the inertia of a body of a contact.
/// @param turns  whether its inertia changes as it turns
template <class Dimension>
HWY_INLINE void setInertia(const SolverProblem<Dimension>& problem,
                           std::span<const BasicSolverBody<Dimension>> bodies, std::uint32_t state,
                           typename Dimension::Inertia& inertia, bool& turns) {
    if (state != 0) {
        inertia = bodies[state - 1].inverseInertia;
        turns = (problem.gyroscopes[state / kRowWidth] >> state % kRowWidth & 1) != 0;
    }
}

/// Returns what impacts ask of a contact. Copies it once in a step: the solver's own contacts are far apart
/// in memory.
template <class Dimension>
HWY_INLINE const ImpactContact<Dimension>& impactContact(
    SolverProblem<Dimension>& problem, std::span<const BasicSolverBody<Dimension>> bodies,
    std::span<const BasicSolverContact<Dimension>> contacts, std::uint32_t contact) {
    auto& memory = problem.impacts;
    auto& copy = memory.contacts[contact];
    if (memory.isLoaded[contact] == 0) {
        memory.isLoaded[contact] = 1;
        withRow(problem, contact, [&](auto& block, std::size_t lane) HWY_ATTR {
            if constexpr (requires { block.points; }) {  // not a joint
                copy = impactContact<Dimension>(block, lane, contacts[contact].pointCount);
            }
        });
        setInertia<Dimension>(problem, bodies, copy.a, copy.inertiaA, copy.turnsA);
        setInertia<Dimension>(problem, bodies, copy.b, copy.inertiaB, copy.turnsB);
    }
    return copy;
}

/// Uses the number of the row that says what a contact may give in the rest of the step.
template <class Dimension, class Use>
HWY_INLINE void withImpulseLeft(SolverProblem<Dimension>& problem, std::uint32_t contact, const Use& use) {
    withRow(problem, contact, [&](auto& block, std::size_t lane) HWY_ATTR {
        if constexpr (requires { block.impulseLeft; }) {
            use(block.impulseLeft.v[lane]);
        }
    });
}
/// Notes what an impact has taken of it.
template <class Dimension>
HWY_INLINE void spendImpulse(SolverProblem<Dimension>& problem, std::uint32_t contact, float spent) {
    if (problem.impacts.contacts[contact].hasCaps) {
        withImpulseLeft(problem, contact, [&](float& left) HWY_ATTR { left = maximum(left - spent, 0.0f); });
    }
}

/// How much work a part that moves in its body does in an impact.
template <class Dimension>
HWY_INLINE float workOfParts(const ImpactContact<Dimension>& contact,
                             const ImpactImpulses<Dimension>& impulses) {
    using M = BodyMath<Dimension>;
    float work = 0.0f;
    if (contact.hasParts) {
        const PartSpeeds<Dimension, float> parts{contact.partSpeed, M::fromGlm(contact.partPerArm)};
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            work += impulses.points[i] * parts.at(M::fromGlm(contact.points[i].armB));
        }
        for (std::size_t i = 0; i < M::kTangents; ++i) {
            work += impulses.friction[i] * contact.surfaceSpeed[i];
        }
    }
    return work;
}

/// Whether a point of a contact may meet faster than a speed: no for most of those that do not.
template <class Dimension>
HWY_INLINE bool mayMeet(const ImpactContact<Dimension>& contact, const BodyStates<Dimension>& states,
                        float speed) {
    using M = BodyMath<Dimension>;
    const auto a = states.motionAt(contact.a), b = states.motionAt(contact.b);
    const NormalSpeeds<Dimension, float> speeds(a, b, M::fromGlm(contact.normal));
    const auto turn = b.w - a.w;
    const float middle = speeds.at(M::fromGlm(contact.middleA), M::fromGlm(contact.middleB));
    return contact.hasParts || !(middle - squareRoot(dot(turn, turn)) * contact.reach >= -speed);
}

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
