// Shock propagation: stops bodies that meet, such as those of a column that lands. Collisions of pairs would
// pass an impact on like heat, one contact at a time; this passes it on at once.
// Source: E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003. There, the
// bodies below take no impulse, and momentum is lost. Here, they get it afterwards, from the top to the
// bottom.
#if defined(SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#undef SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#else
#define SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#endif

#include "response/solver/impact-inl.hpp"
#include "response/solver/row_block.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension>
class ShockPropagation {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Motion = typename M::template Motion<float>;
    using Impulses = ImpactImpulses<Dimension>;

    HWY_INLINE ShockPropagation(std::span<const Body> bodies, std::span<Contact> contacts,
                                SolverProblem<Dimension>& problem, const Substep& substep)
        : bodies_(bodies),
          contacts_(contacts),
          problem_(problem),
          memory_(problem.impacts),
          states_(problem),
          substep_(substep) {}

    /// Stops what meets at the contacts that impacts have reached, and at the other contacts of all bodies
    /// that this stops.
    /// @return whether anything had to be stopped
    HWY_INLINE bool run() {
        stopOutward();
        pushInward();
        if (memory_.shocked.empty()) {
            return false;
        }
        keepBestPart();
        for (const std::uint32_t contact : memory_.shocked) {
            memory_.isShocked[contact] = false;
        }
        for (const auto& shocked : memory_.bodies) {
            memory_.bodyAt[shocked.body] = ImpactMemory<Dimension>::kUnlisted;
        }
        memory_.shocked.clear();
        memory_.bodies.clear();
        return true;
    }

private:
    [[nodiscard]] HWY_INLINE std::uint32_t levelA(std::uint32_t contact) const {
        return memory_.graph.levelOf(contacts_[contact].bodyA);
    }
    [[nodiscard]] HWY_INLINE std::uint32_t levelB(std::uint32_t contact) const {
        return memory_.graph.levelOf(contacts_[contact].bodyB);
    }

    /// Stops each body at those nearer to what stands, as if these had an infinite mass.
    HWY_INLINE void stopOutward() {
        for (const std::uint32_t contact : memory_.graph.outward()) {
            stop(contact);
        }
    }

    /// Gives the impulses also to the bodies nearer to what stands. These are stopped in turn before they
    /// pass on what they get.
    HWY_INLINE void pushInward() {
        const std::span<const std::uint32_t> outward = memory_.graph.outward();
        for (std::size_t i = outward.size(); i-- > 0;) {
            const std::uint32_t contact = outward[i];
            const std::uint32_t a = levelA(contact), b = levelB(contact);
            if (stop(contact) && a != b) {
                listBody(a < b ? contacts_[contact].bodyA : contacts_[contact].bodyB);
                withImpact(contact,
                           [&](auto& impact) HWY_ATTR { impact.push(memory_.impulses[contact], a < b); });
            }
        }
    }

    /// @return whether the bodies had to be stopped
    HWY_INLINE bool stop(std::uint32_t contact) {
        if (!memory_.isReached[contact] && !isListed(contacts_[contact].bodyA) &&
            !isListed(contacts_[contact].bodyB)) {
            return false;
        }
        const std::uint32_t a = levelA(contact), b = levelB(contact);
        bool isHit = false;
        withImpact(contact, [&](auto& impact) HWY_ATTR {
            if (a != b) {
                impact.hold(a < b);
            }
            if (!memory_.isShocked[contact]) {
                memory_.impulses[contact] = {};
            }
            isHit = impact.meets(substep_.leastImpactSpeed(), memory_.impulses[contact]);
            if (isHit) {
                list(contact);
                impact.stop(memory_.impulses[contact]);
            }
        });
        return isHit;
    }

    /// Lists a contact, and the bodies that it stops.
    HWY_INLINE void list(std::uint32_t contact) {
        if (!memory_.isShocked[contact]) {
            memory_.isShocked[contact] = true;
            memory_.shocked.push_back(contact);
        }
        if (levelA(contact) >= levelB(contact)) {
            listBody(contacts_[contact].bodyA);
        }
        if (levelB(contact) >= levelA(contact)) {
            listBody(contacts_[contact].bodyB);
        }
    }
    /// Lists a body with its velocity, before it changes.
    HWY_INLINE void listBody(std::uint32_t body) {
        if (memory_.graph.levelOf(body) > 0 && !isListed(body)) {
            memory_.bodyAt[body] = static_cast<std::uint32_t>(memory_.bodies.size());
            const Motion motion = states_.motionOf(body);
            memory_.bodies.push_back({body, M::toGlm(motion.v), M::spinToGlm(motion.w)});
        }
    }

    template <class Use>
    HWY_INLINE void withImpact(std::uint32_t contact, const Use& use) {
        withRow(problem_, contact, [&](auto& block, std::size_t lane) HWY_ATTR {
            Impact<Dimension, std::remove_reference_t<decltype(block)>> impact(block, states_.data(), lane,
                                                                               substep_);
            use(impact);
        });
    }

    /// Scales the impulses between bodies that push each other to the part that leaves the least energy, of
    /// motion and height. The whole may be too much, because a body that was taken for infinitely heavy may
    /// be light.
    HWY_INLINE void keepBestPart() {
        findSets();
        for (const std::uint32_t i : memory_.shocked) {
            const Contact& contact = contacts_[i];
            const Impulses& impulses = memory_.impulses[i];
            auto& sum = memory_.bodies[setOf(contact)];
            const Motion beforeA = motionBefore(contact.bodyA), beforeB = motionBefore(contact.bodyB);
            const Motion changeA = changeOf(contact.bodyA, beforeA),
                         changeB = changeOf(contact.bodyB, beforeB);
            const Vector lift = relativeAcceleration<Dimension>(bodies_, contact) * substep_.h;
            sum.slope +=
                work(impulses, beforeA, beforeB) + static_cast<double>(dot(M::fromGlm(impulses.sum), lift));
            sum.curvature += 0.5 * work(impulses, changeA, changeB);
        }
        for (const std::uint32_t i : memory_.shocked) {
            Contact& contact = contacts_[i];
            const float part = partOf(setOf(contact));
            for (std::uint32_t k = 0; k < contact.pointCount; ++k) {
                contact.points[k].totalImpulse += part * memory_.impulses[i].points[k];
            }
        }
        for (std::uint32_t at = 0; at < memory_.bodies.size(); ++at) {
            const std::uint32_t body = memory_.bodies[at].body;
            const Motion before = motionBefore(body), change = changeOf(body, before);
            const float part = partOf(memory_.sets.setOf(at));
            states_.setMotion(body, {before.v + change.v * part, before.w + change.w * part});
        }
    }

    HWY_INLINE void findSets() {
        memory_.sets.reset(memory_.bodies.size());
        for (const std::uint32_t i : memory_.shocked) {
            const Contact& contact = contacts_[i];
            const bool isPushed = memory_.impulses[i].sum != typename Dimension::Vector(0.0f);
            if (isPushed && isListed(contact.bodyA) && isListed(contact.bodyB)) {
                memory_.sets.join(memory_.bodyAt[contact.bodyA], memory_.bodyAt[contact.bodyB]);
            }
        }
    }
    [[nodiscard]] HWY_INLINE bool isListed(std::uint32_t body) const {
        return body != Contact::kStandsStill && memory_.bodyAt[body] != ImpactMemory<Dimension>::kUnlisted;
    }
    /// The place of the first body of those that the contact pushes.
    [[nodiscard]] HWY_INLINE std::uint32_t setOf(const Contact& contact) {
        return memory_.sets.setOf(memory_.bodyAt[isListed(contact.bodyA) ? contact.bodyA : contact.bodyB]);
    }
    [[nodiscard]] HWY_INLINE float partOf(std::uint32_t set) const {
        const auto& sum = memory_.bodies[set];
        const double best = sum.curvature > 0.0 ? -0.5 * sum.slope / sum.curvature : 1.0;
        return static_cast<float>(std::clamp(best, 0.0, 1.0));
    }

    [[nodiscard]] HWY_INLINE Motion motionBefore(std::uint32_t body) const {
        if (!isListed(body)) {
            return motionNow(body);
        }
        const auto& shocked = memory_.bodies[memory_.bodyAt[body]];
        return {M::fromGlm(shocked.velocity), M::spinFromGlm(shocked.angularVelocity)};
    }
    [[nodiscard]] HWY_INLINE Motion changeOf(std::uint32_t body, const Motion& before) const {
        const Motion now = motionNow(body);
        return {now.v - before.v, now.w - before.w};
    }
    [[nodiscard]] HWY_INLINE Motion motionNow(std::uint32_t body) const {
        return body == Contact::kStandsStill ? Motion{M::template zeroVector<float>(), {}}
                                             : states_.motionOf(body);
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

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
