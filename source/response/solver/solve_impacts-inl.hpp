// The impacts of a substep. First pairs with restitution collide, one after the other, and pass the impact on
// to their neighbors. Then shock propagation stops what still meets.
#if defined(SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#endif

#include "response/solver/impact-inl.hpp"
#include "response/solver/row_block.hpp"
#include "response/solver/shock_propagation-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension>
class ImpactSolver {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE ImpactSolver(std::span<Body> bodies, std::span<Contact> contacts,
                            SolverProblem<Dimension>& problem, const Substep& substep)
        : bodies_(bodies),
          contacts_(contacts),
          problem_(problem),
          memory_(problem.impacts),
          substep_(substep) {}

    /// Solves the contacts that the rows have marked as impacts, and those that these cause.
    /// @return whether bodies were stopped. Then the soft solver should look at them more than once
    HWY_INLINE bool run() {
        listMarked();
        if (memory_.reached.empty()) {
            return false;
        }
        if (memory_.graph.isEmpty()) {
            memory_.graph.build(std::span<const Body>(bodies_), std::span<const Contact>(contacts_));
        }
        for (std::size_t i = 0; i < memory_.queue.size(); ++i) {  // grows
            collide(memory_.queue[i]);
        }
        const bool isStopped = ShockPropagation<Dimension>(bodies_, contacts_, problem_, substep_).run();
        for (const std::uint32_t contact : memory_.reached) {
            memory_.hits[contact] = 0;
            memory_.isReached[contact] = false;
        }
        memory_.queue.clear();
        memory_.reached.clear();
        return isStopped;
    }

private:
    /// More collisions of one pair are left to shock propagation.
    static constexpr std::uint8_t kMaxHits = 8;

    /// Lists the marked contacts, and those that bounce in the queue.
    HWY_INLINE void listMarked() {
        const auto listRows = [&](const auto& rows) HWY_ATTR {
            for (const auto& block : rows.blocks) {
                for (unsigned lane = 0; block.impacts >> lane != 0; ++lane) {
                    if ((block.impacts >> lane & 1) != 0) {
                        const std::uint32_t contact = block.contact[lane];
                        reach(contact);
                        if (contacts_[contact].restitution > 0.0f) {
                            enqueue(contact);
                        }
                    }
                }
            }
        };
        listRows(problem_.large);
        listRows(problem_.small);
    }

    HWY_INLINE void enqueue(std::uint32_t contact) {
        if (!memory_.isQueued[contact]) {
            memory_.isQueued[contact] = true;
            memory_.queue.push_back(contact);
        }
    }
    HWY_INLINE void reach(std::uint32_t contact) {
        if (!memory_.isReached[contact]) {
            memory_.isReached[contact] = true;
            memory_.reached.push_back(contact);
        }
    }

    /// Lets two bodies collide, if they meet fast. Then looks at their other contacts.
    HWY_INLINE void collide(std::uint32_t index) {
        Contact& contact = contacts_[index];
        memory_.isQueued[index] = false;
        if (memory_.hits[index] == kMaxHits) {
            return;
        }
        bool isHit = false;
        withRow(problem_, index, [&](auto& block, std::size_t lane) HWY_ATTR {
            ImpactImpulses<Dimension> impulses;
            Impact<Dimension, std::remove_reference_t<decltype(block)>> impact(
                block, BodyStates<Dimension>(problem_).data(), lane, substep_);
            isHit = impact.bounce(relativeAcceleration<Dimension>(bodies_, contact), impulses);
            for (std::uint32_t i = 0; isHit && i < contact.pointCount; ++i) {
                contact.points[i].totalImpulse += impulses.points[i];
            }
        });
        if (isHit) {
            ++memory_.hits[index];
            for (const std::uint32_t body : {contact.bodyA, contact.bodyB}) {
                for (const std::uint32_t neighbor : memory_.graph.contactsOf(body)) {
                    if (neighbor != index) {
                        reach(neighbor);
                        enqueue(neighbor);
                    }
                }
            }
        }
    }

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    SolverProblem<Dimension>& problem_;
    ImpactMemory<Dimension>& memory_;
    const Substep& substep_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
