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

#include <sat3d/response/contact_solver.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Works on what the memory lists: the contacts with impulses, and the bodies that these have changed.
template <class Dimension>
class PushedSets {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Motion = typename M::template Motion<float>;
    using Impulses = ImpactImpulses<Dimension>;

    HWY_INLINE PushedSets(std::span<const Body> bodies, std::span<Contact> contacts,
                          SolverProblem<Dimension>& problem, const Substep& substep)
        : bodies_(bodies),
          contacts_(contacts),
          problem_(problem),
          memory_(problem.impacts),
          states_(problem),
          substep_(substep) {}

    /// A body as it moves now.
    [[nodiscard]] HWY_INLINE ShockedBody<Dimension> bodyNow(std::uint32_t body) const {
        const Motion motion = states_.motionOf(body);
        return {body, M::toGlm(motion.v), M::spinToGlm(motion.w)};
    }
    /// The motion of a body, or of what stands still.
    [[nodiscard]] HWY_INLINE Motion motionNow(std::uint32_t body) const {
        return body == Contact::kStandsStill ? Motion{M::template zeroVector<float>(), {}}
                                             : states_.motionOf(body);
    }

    /// Adds a body to the list, with the motion that it had before.
    HWY_INLINE void list(const ShockedBody<Dimension>& before) {
        memory_.bodyAt[before.body] = static_cast<std::uint32_t>(memory_.bodies.size());
        memory_.bodies.push_back(before);
    }
    [[nodiscard]] HWY_INLINE bool isListed(std::uint32_t body) const {
        return body != Contact::kStandsStill && memory_.bodyAt[body] != ImpactMemory<Dimension>::kUnlisted;
    }
    /// Empties the list of bodies.
    HWY_INLINE void clear() {
        for (const auto& pushed : memory_.bodies) {
            memory_.bodyAt[pushed.body] = ImpactMemory<Dimension>::kUnlisted;
        }
        memory_.bodies.clear();
    }

    /// Scales the impulses of each set, and adds them to those of the step.
    /// @param partOf  gives the part of a set's impulses. A part t adds slope * t + curvature * t^2 to its
    /// energy, of motion and height
    template <class PartOf>
    HWY_INLINE void keepParts(const PartOf& partOf) {
        findSets();
        findEnergies();
        const auto partOfSet = [&](std::uint32_t set) {
            return partOf(memory_.bodies[set].slope, memory_.bodies[set].curvature);
        };
        for (const std::uint32_t i : memory_.shocked) {
            const float part = partOfSet(setOf(problem_.constraints[i]));
            for (std::uint32_t k = 0; k < memory_.contacts[i].pointCount; ++k) {
                contacts_[i].points[k].totalImpulse += part * memory_.impulses[i].points[k];
                spendImpulse(problem_, i, part * memory_.impulses[i].points[k]);
            }
        }
        for (std::uint32_t at = 0; at < memory_.bodies.size(); ++at) {
            const std::uint32_t body = memory_.bodies[at].body;
            const Motion before = motionBefore(body), change = changeOf(body, before);
            const float part = partOfSet(memory_.sets.setOf(at));
            states_.setMotion(body, {before.v + change.v * part, before.w + change.w * part});
        }
    }

private:
    HWY_INLINE void findSets() {
        memory_.sets.reset(memory_.bodies.size());
        for (const std::uint32_t i : memory_.shocked) {
            const ConstraintEnds& ends = problem_.constraints[i];
            const bool isPushed = memory_.impulses[i].sum != typename Dimension::Vector(0.0f);
            if (isPushed && isListed(ends.bodyA) && isListed(ends.bodyB)) {
                memory_.sets.join(memory_.bodyAt[ends.bodyA], memory_.bodyAt[ends.bodyB]);
            }
        }
    }
    HWY_INLINE void findEnergies() {
        for (const std::uint32_t i : memory_.shocked) {
            const ConstraintEnds& ends = problem_.constraints[i];
            const Impulses& impulses = memory_.impulses[i];
            auto& sum = memory_.bodies[setOf(ends)];
            const Motion beforeA = motionBefore(ends.bodyA), beforeB = motionBefore(ends.bodyB);
            const Motion changeA = changeOf(ends.bodyA, beforeA), changeB = changeOf(ends.bodyB, beforeB);
            const Vector lift = relativeAcceleration<Dimension>(bodies_, ends) * substep_.h;
            sum.slope += work(impulses, beforeA, beforeB) +
                         static_cast<double>(dot(M::fromGlm(impulses.sum), lift)) +
                         static_cast<double>(workOfParts(memory_.contacts[i], impulses));
            sum.curvature += 0.5 * work(impulses, changeA, changeB);
        }
    }
    /// The place of the first body of those that the contact pushes.
    [[nodiscard]] HWY_INLINE std::uint32_t setOf(const ConstraintEnds& ends) {
        return memory_.sets.setOf(memory_.bodyAt[isListed(ends.bodyA) ? ends.bodyA : ends.bodyB]);
    }

    [[nodiscard]] HWY_INLINE Motion motionBefore(std::uint32_t body) const {
        if (!isListed(body)) {
            return motionNow(body);
        }
        const auto& pushed = memory_.bodies[memory_.bodyAt[body]];
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

    std::span<const Body> bodies_;
    std::span<Contact> contacts_;
    SolverProblem<Dimension>& problem_;
    ImpactMemory<Dimension>& memory_;
    BodyStates<Dimension> states_;
    const Substep& substep_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
