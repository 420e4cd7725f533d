// Bodies that impulses have changed, in sets of those that push each other, and the energy of each set.
#if defined(SAT3D_RESPONSE_PUSHED_SETS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_PUSHED_SETS_INL_HPP
#undef SAT3D_RESPONSE_PUSHED_SETS_INL_HPP
#else
#define SAT3D_RESPONSE_PUSHED_SETS_INL_HPP
#endif

#include "response/solver/impacts/impact-inl.hpp"
#include "response/solver/problem/impact_memory.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// What impacts work on.
template <class Dimension>
struct ImpactScene {
    std::span<BasicSolverBody<Dimension>> bodies;
    std::span<BasicSolverContact<Dimension>> contacts;
    SolverProblem<Dimension>& problem;
    const Substep& substep;
    ParallelFor parallelFor;
    ImpactMemory<Dimension>& memory = problem.impacts;
    BodyStates<Dimension> states{problem};
};

/// Works on what the memory lists: the contacts with impulses, and the bodies that these have changed.
template <class Dimension>
class PushedSets {
public:
    using M = BodyMath<Dimension>;
    using Contact = BasicSolverContact<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Motion = typename M::template Motion<float>;
    using Impulses = ImpactImpulses<Dimension>;

    explicit HWY_INLINE PushedSets(const ImpactScene<Dimension>& in) : in_(in) {}

    /// A body as it moves now.
    [[nodiscard]] HWY_INLINE ShockedBody<Dimension> bodyNow(std::uint32_t body) const {
        const Motion motion = in_.states.motionOf(body);
        return {body, M::toGlm(motion.v), M::spinToGlm(motion.w)};
    }
    /// The motion of a body, or of what stands still.
    [[nodiscard]] HWY_INLINE Motion motionNow(std::uint32_t body) const {
        return body == Contact::kStandsStill ? Motion{M::template zeroVector<float>(), {}}
                                             : in_.states.motionOf(body);
    }

    /// Adds a body to the list, with the motion that it had before.
    HWY_INLINE void list(const ShockedBody<Dimension>& before) {
        in_.memory.bodyAt[before.body] = static_cast<std::uint32_t>(in_.memory.bodies.size());
        in_.memory.bodies.push_back(before);
    }
    [[nodiscard]] HWY_INLINE bool isListed(std::uint32_t body) const {
        return body != Contact::kStandsStill && in_.memory.bodyAt[body] != ImpactMemory<Dimension>::kUnlisted;
    }
    /// Empties the list of bodies.
    HWY_INLINE void clear() {
        for (const auto& pushed : in_.memory.bodies) {
            in_.memory.bodyAt[pushed.body] = ImpactMemory<Dimension>::kUnlisted;
        }
        in_.memory.bodies.clear();
    }

    /// Scales the impulses of each set, and adds them to those of the step.
    /// @param partOf  gives the part of a set's impulses. A part t adds slope * t + curvature * t^2 to its
    /// energy, of motion and height
    template <class PartOf>
    HWY_INLINE void keepParts(const PartOf& partOf) {
        findSets();
        findEnergies();
        auto& bodies = in_.memory.bodies;
        const auto partOfSet = [&](std::uint32_t set) {
            return partOf(bodies[set].energy.slope, bodies[set].energy.curvature);
        };
        detail::forEachIndex(
            in_.parallelFor, in_.memory.shocked.size(), kPerTask, [&](std::size_t k) HWY_ATTR {
                const std::uint32_t contact = in_.memory.shocked[k];
                const float part = partOfSet(setOf(in_.problem.constraints[contact]));
                for (std::uint32_t i = 0; i < in_.memory.contacts[contact].pointCount; ++i) {
                    in_.contacts[contact].points[i].totalImpulse +=
                        part * in_.memory.impulses[contact].points[i];
                    spendImpulse(in_.problem, contact, part * in_.memory.impulses[contact].points[i]);
                }
            });
        detail::forEachIndex(in_.parallelFor, bodies.size(), kPerTask, [&](std::size_t at) HWY_ATTR {
            const std::uint32_t body = bodies[at].body;
            const Motion before = motionBefore(body), change = changeOf(body, before);
            const float part = partOfSet(bodies[at].set);
            in_.states.setMotion(body, {before.v + change.v * part, before.w + change.w * part});
        });
    }

private:
    HWY_INLINE void findSets() {
        in_.memory.sets.reset(in_.memory.bodies.size());
        for (const std::uint32_t i : in_.memory.shocked) {
            const ConstraintEnds& ends = in_.problem.constraints[i];
            const bool isPushed = in_.memory.impulses[i].sum != typename Dimension::Vector(0.0f);
            if (isPushed && isListed(ends.bodyA) && isListed(ends.bodyB)) {
                in_.memory.sets.join(in_.memory.bodyAt[ends.bodyA], in_.memory.bodyAt[ends.bodyB]);
            }
        }
        for (std::uint32_t at = 0; at < in_.memory.bodies.size(); ++at) {
            in_.memory.bodies[at].set = in_.memory.sets.setOf(at);
        }
    }
    HWY_INLINE void findEnergies() {
        const std::span<const std::uint32_t> shocked = in_.memory.shocked;
        in_.memory.energies.resize(shocked.size());
        detail::forEachIndex(in_.parallelFor, shocked.size(), kPerTask,
                             [&](std::size_t k) HWY_ATTR { in_.memory.energies[k] = energyOf(shocked[k]); });
        for (std::size_t k = 0; k < shocked.size(); ++k) {
            EnergyOfPart& sum = in_.memory.bodies[setOf(in_.problem.constraints[shocked[k]])].energy;
            sum.slope += in_.memory.energies[k].slope;
            sum.curvature += in_.memory.energies[k].curvature;
        }
    }
    /// What the impulses of a contact add to the energy of its set.
    [[nodiscard]] HWY_INLINE EnergyOfPart energyOf(std::uint32_t contact) const {
        const ConstraintEnds& ends = in_.problem.constraints[contact];
        const Impulses& impulses = in_.memory.impulses[contact];
        const Motion beforeA = motionBefore(ends.bodyA), beforeB = motionBefore(ends.bodyB);
        const Motion changeA = changeOf(ends.bodyA, beforeA), changeB = changeOf(ends.bodyB, beforeB);
        const Vector lift = relativeAcceleration<Dimension>(in_.bodies, ends) * in_.substep.h;
        return {work(impulses, beforeA, beforeB) + static_cast<double>(dot(M::fromGlm(impulses.sum), lift)) +
                    static_cast<double>(workOfParts(in_.memory.contacts[contact], impulses)),
                0.5 * work(impulses, changeA, changeB)};
    }
    /// The place of the first body of those that the contact pushes.
    [[nodiscard]] HWY_INLINE std::uint32_t setOf(const ConstraintEnds& ends) const {
        return in_.memory.bodies[in_.memory.bodyAt[isListed(ends.bodyA) ? ends.bodyA : ends.bodyB]].set;
    }

    [[nodiscard]] HWY_INLINE Motion motionBefore(std::uint32_t body) const {
        if (!isListed(body)) {
            return motionNow(body);
        }
        const auto& pushed = in_.memory.bodies[in_.memory.bodyAt[body]];
        return {M::fromGlm(pushed.velocity), M::spinFromGlm(pushed.angularVelocity)};
    }
    [[nodiscard]] HWY_INLINE Motion changeOf(std::uint32_t body, const Motion& before) const {
        const Motion now = motionNow(body);
        return {now.v - before.v, now.w - before.w};
    }

    /// The work of impulses on bodies that move in this way.
    [[nodiscard]] static HWY_INLINE double work(const Impulses& impulses, const Motion& a, const Motion& b) {
        return static_cast<double>(dot(M::fromGlm(impulses.sum), b.v - a.v)) +
               static_cast<double>(dot(M::spinFromGlm(impulses.turnB), b.w)) -
               static_cast<double>(dot(M::spinFromGlm(impulses.turnA), a.w));
    }

    static constexpr std::size_t kPerTask = 16;

    ImpactScene<Dimension> in_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
