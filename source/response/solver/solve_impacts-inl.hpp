// The impacts of a substep. First pairs with restitution collide, one after the other, and pass the impact on
// to their neighbors. Then shock propagation stops what still meets.
#if defined(SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#endif

#include "response/solver/contact_gaps-inl.hpp"
#include "response/solver/impact-inl.hpp"
#include "response/solver/row_block.hpp"
#include "response/solver/shock_propagation-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class ImpactSolver {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE ImpactSolver(std::span<Body> bodies, std::span<Contact> contacts,
                            SolverProblem<Dimension>& problem, const Substep& substep,
                            ParallelFor parallelFor)
        : bodies_(bodies),
          contacts_(contacts),
          problem_(problem),
          memory_(problem.impacts),
          substep_(substep),
          parallelFor_(parallelFor) {}

    /// Solves the contacts that the rows have marked as impacts, and those that these cause.
    /// @return whether bodies were stopped, which are marked in the substep until finish(). The soft solver
    /// should look at them more than once
    HWY_INLINE bool run() {
        listMarked();
        if (memory_.reached.empty()) {
            return false;
        }
        if (memory_.graph.isEmpty()) {
            memory_.graph.build(problem_.isMoved, std::span(problem_.constraints).first(contacts_.size()));
        }
        noteGaps();
        for (std::size_t i = 0; i < memory_.queue.size(); ++i) {  // grows
            collide(memory_.queue[i]);
        }
        const bool isStopped =
            ShockPropagation<Dimension>(bodies_, contacts_, problem_, substep_, parallelFor_).run();
        for (const std::uint32_t contact : memory_.reached) {
            memory_.hits[contact] = 0;
            memory_.isReached[contact] = 0;
        }
        memory_.queue.clear();
        memory_.reached.clear();
        return isStopped;
    }

    /// Marks, by state, the jointed bodies that the shock has changed, and all that joints connect with them.
    /// @return whether there are any
    HWY_INLINE bool markJoined(std::span<const SolverJoint<Dimension>> joints) {
        if (joints.empty() || memory_.bodies.empty()) {
            return false;
        }
        joinBodies(joints);
        memory_.isStruck.assign(bodies_.size() + 1, 0);
        memory_.isSetStruck.assign(bodies_.size(), 0);
        const auto forBodies = [&](const auto& use) {
            for (const auto& joint : joints) {
                for (const std::uint32_t body : {joint.bodyA, joint.bodyB}) {
                    if (moves(body)) {
                        use(body);
                    }
                }
            }
        };
        bool isAny = false;
        forBodies([&](std::uint32_t body) {
            if (memory_.isChanged[body + 1] != 0) {
                memory_.isStruck[body + 1] = memory_.isSetStruck[memory_.joined.setOf(body)] = 1;
                isAny = true;
            }
        });
        memory_.isJoined = memory_.isStruck;
        memory_.isReachable = memory_.isChanged;
        forBodies([&](std::uint32_t body) {
            if (memory_.isSetStruck[memory_.joined.setOf(body)] != 0) {
                memory_.isJoined[body + 1] = memory_.isReachable[body + 1] = 1;
            }
        });
        return isAny;
    }

    /// Marks the bodies of the joints that a sweep has found open, and no others: the next sweep solves all
    /// that these bodies take part in. So how often something is swept depends on itself and its neighbors
    /// alone.
    /// @param swept  the rows of the sweep
    /// @return whether there are any
    HWY_INLINE bool markOpen(const RowList& swept, std::vector<std::uint8_t>& marks) {
        std::ranges::fill(marks, std::uint8_t{0});
        bool isAny = false;
        for (const RowPlace& place : swept.rows) {
            withRows(problem_, place.kind, [&](const auto& rows) HWY_ATTR {
                if constexpr (requires { rows.blocks[0].fastest; }) {  // a joint
                    isAny = markOpen(rows.blocks[place.block], marks) || isAny;
                }
            });
        }
        return isAny;
    }

    /// Forgets which bodies were stopped.
    HWY_INLINE void finish() {
        for (const auto& stopped : memory_.bodies) {
            memory_.isChanged[stopped.body + 1] = 0;
            memory_.bodyAt[stopped.body] = ImpactMemory<Dimension>::kUnlisted;
        }
        memory_.bodies.clear();
    }

private:
    /// Sweeps leave joints that open slower than this part of the restitution threshold to their springs.
    static constexpr float kOpen = 0.4f;

    /// Marks the bodies of the joints of a row that are open.
    template <class Block>
    HWY_INLINE bool markOpen(const Block& block, std::vector<std::uint8_t>& marks) const {
        bool isAny = false;
        for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
            if (!(block.fastest.v[lane] < kOpen * substep_.impactSpeed())) {
                isAny = true;
                const auto mark = [&](std::uint32_t state, bool moves) {
                    if (moves) {
                        marks[state] = 1;
                    }
                };
                mark(block.a[lane], block.movesA[lane]);
                mark(block.b[lane], block.movesB[lane]);
            }
        }
        return isAny;
    }

    /// More collisions of one pair are left to shock propagation.
    static constexpr std::uint8_t kMaxHits = 8;

    /// Lists the marked contacts, and those that bounce in the queue.
    HWY_INLINE void listMarked() {
        const auto listRows = [&](auto& rows) HWY_ATTR {
            for (const auto& block : rows.blocks) {
                for (unsigned lane = 0; block.impacts >> lane != 0; ++lane) {
                    if ((block.impacts >> lane & 1) != 0) {
                        const std::uint32_t contact = block.constraint[lane];
                        reach(contact);
                        if (contacts_[contact].restitution > 0.0f) {
                            enqueue(contact);
                        }
                    }
                }
            }
        };
        for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
            withRows(problem_, kind, listRows);
        }
    }

    /// Notes how far the bodies of all contacts are apart now.
    HWY_INLINE void noteGaps() {
        constexpr std::size_t kRowsPerTask = 16;
        for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
            withRows(problem_, kind, [&](const auto& rows) HWY_ATTR {
                if constexpr (requires { rows.blocks[0].points; }) {  // not joints
                    detail::forEachIndex(
                        parallelFor_, rows.colorStarts.back(), kRowsPerTask, [&](std::size_t i) HWY_ATTR {
                            noteGapsOfRow<Dimension>(rows.blocks[i], substep_.options, memory_.gaps);
                        });
                }
            });
        }
    }

    [[nodiscard]] HWY_INLINE bool moves(std::uint32_t body) const {
        return body != Contact::kStandsStill && problem_.isMoved[body] != 0;
    }
    HWY_INLINE void joinBodies(std::span<const SolverJoint<Dimension>> joints) {
        if (memory_.hasJoined) {
            return;
        }
        memory_.hasJoined = true;
        memory_.joined.reset(bodies_.size());
        for (const auto& joint : joints) {
            if (moves(joint.bodyA) && moves(joint.bodyB)) {
                memory_.joined.join(joint.bodyA, joint.bodyB);
            }
        }
    }

    HWY_INLINE void enqueue(std::uint32_t contact) {
        if (memory_.isQueued[contact] == 0) {
            memory_.isQueued[contact] = 1;
            memory_.queue.push_back(contact);
        }
    }
    HWY_INLINE void reach(std::uint32_t contact) {
        if (memory_.isReached[contact] == 0) {
            memory_.isReached[contact] = 1;
            memory_.reached.push_back(contact);
        }
    }

    /// Lets two bodies collide, if they meet fast. Then looks at their other contacts.
    HWY_INLINE void collide(std::uint32_t index) {
        Contact& contact = contacts_[index];
        memory_.isQueued[index] = 0;
        if (memory_.hits[index] == kMaxHits) {
            return;
        }
        const BodyStates<Dimension> states(problem_);
        const auto& copy = impactContact<Dimension>(problem_, bodies_, contacts_, index);
        if (!mayMeet(copy, states, substep_.impactSpeed())) {
            return;
        }
        ImpactImpulses<Dimension> impulses;
        Impact<Dimension> impact(copy, states, substep_);
        if (copy.hasCaps) {
            withImpulseLeft(problem_, index, [&](float& left) HWY_ATTR { impact.limit(left); });
        }
        if (impact.bounce(relativeAcceleration<Dimension>(bodies_, contact), impulses)) {
            for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
                contact.points[i].totalImpulse += impulses.points[i];
                spendImpulse(problem_, index, impulses.points[i]);
            }
            ++memory_.hits[index];
            for (const std::uint32_t body : {contact.bodyA, contact.bodyB}) {
                for (const std::uint32_t neighbor : memory_.graph.constraintsOf(body)) {
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
    ParallelFor parallelFor_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
