// The impacts of a substep. First pairs with restitution collide, and pass the impact on to their neighbors.
// Then shock propagation stops what still meets.
#if defined(SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#undef SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#else
#define SAT3D_RESPONSE_SOLVE_IMPACTS_INL_HPP
#endif

#include "response/solver/impacts/contact_gaps-inl.hpp"
#include "response/solver/impacts/impact-inl.hpp"
#include "response/solver/impacts/pushed_sets-inl.hpp"
#include "response/solver/impacts/shock_propagation-inl.hpp"
#include "response/solver/problem/row_block.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class ImpactSolver {
public:
    using Contact = BasicSolverContact<Dimension>;

    explicit HWY_INLINE ImpactSolver(const ImpactScene<Dimension>& in) : in_(in), pushed_(in) {}

    /// Solves the contacts that the rows have marked as impacts, and those that these cause.
    /// @return whether bodies were stopped, which are marked in the substep until finish(). The soft solver
    /// should look at them more than once
    HWY_INLINE bool run() {
        listMarked();
        if (in_.memory.reached.empty()) {
            return false;
        }
        if (in_.memory.graph.isEmpty()) {
            in_.memory.graph.build(in_.problem.isMoved,
                                   std::span(in_.problem.constraints).first(in_.contacts.size()));
        }
        noteGaps();
        while (!in_.memory.queue.empty()) {
            collideQueue();
        }
        const bool isStopped = ShockPropagation<Dimension>(in_).run();
        for (const std::uint32_t contact : in_.memory.reached) {
            in_.memory.hits[contact] = 0;
            in_.memory.isReached[contact] = 0;
        }
        in_.memory.reached.clear();
        return isStopped;
    }

    /// Marks, by state, the jointed bodies that the shock has changed, and all that joints connect with them.
    /// @return whether there are any
    HWY_INLINE bool markJoined(std::span<const SolverJoint<Dimension>> joints) {
        if (joints.empty() || in_.memory.bodies.empty()) {
            return false;
        }
        joinBodies(joints);
        in_.memory.isStruck.assign(in_.bodies.size() + 1, 0);
        in_.memory.isSetStruck.assign(in_.bodies.size(), 0);
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
            if (in_.memory.isChanged[body + 1] != 0) {
                in_.memory.isStruck[body + 1] = in_.memory.isSetStruck[in_.memory.joined.setOf(body)] = 1;
                isAny = true;
            }
        });
        in_.memory.isJoined = in_.memory.isStruck;
        in_.memory.isReachable = in_.memory.isChanged;
        forBodies([&](std::uint32_t body) {
            if (in_.memory.isSetStruck[in_.memory.joined.setOf(body)] != 0) {
                in_.memory.isJoined[body + 1] = in_.memory.isReachable[body + 1] = 1;
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
            withRows(in_.problem, place.kind, [&](const auto& rows) HWY_ATTR {
                if constexpr (requires { rows.blocks[0].fastest; }) {  // a joint
                    isAny = markOpen(rows.blocks[place.block], marks) || isAny;
                }
            });
        }
        return isAny;
    }

    /// Forgets which bodies were stopped.
    HWY_INLINE void finish() {
        for (const auto& stopped : in_.memory.bodies) {
            in_.memory.isChanged[stopped.body + 1] = 0;
        }
        pushed_.clear();
    }

private:
    /// Sweeps leave joints that open slower than this part of the restitution threshold to their springs.
    static constexpr float kOpen = 0.4f;

    /// Marks the bodies of the joints of a row that are open.
    template <class Block>
    HWY_INLINE bool markOpen(const Block& block, std::vector<std::uint8_t>& marks) const {
        bool isAny = false;
        for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
            if (!(block.fastest.v[lane] < kOpen * in_.substep.impactSpeed())) {
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
        markRows(in_.problem, in_.parallelFor, [](const auto& block) { return block.impacts != 0; });
        for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
            withRows(in_.problem, kind, [&](const auto& rows) HWY_ATTR {
                for (std::size_t row = 0; row < rows.blocks.size(); ++row) {
                    if (in_.problem.rowMarks[kind][row] != 0) {
                        listMarked(rows.blocks[row]);
                    }
                }
            });
        }
    }
    HWY_INLINE void listMarked(const RowHeader<Dimension>& row) {
        for (unsigned left = row.impacts; left != 0; left &= left - 1) {
            const std::uint32_t contact = row.constraint[std::countr_zero(left)];
            reach(contact);
            if (in_.contacts[contact].restitution > 0.0f) {
                enqueue(contact);
            }
        }
    }

    /// Notes how far the bodies of all contacts are apart now.
    HWY_INLINE void noteGaps() {
        constexpr std::size_t kRowsPerTask = 16;
        for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
            withRows(in_.problem, kind, [&](const auto& rows) HWY_ATTR {
                if constexpr (requires { rows.blocks[0].points; }) {  // not joints
                    detail::forEachIndex(
                        in_.parallelFor, rows.colorStarts.back(), kRowsPerTask, [&](std::size_t i) HWY_ATTR {
                            noteGapsOfRow<Dimension>(rows.blocks[i], in_.substep.options, in_.memory.gaps);
                        });
                }
            });
        }
    }

    [[nodiscard]] HWY_INLINE bool moves(std::uint32_t body) const {
        return body != Contact::kStandsStill && in_.problem.isMoved[body] != 0;
    }
    HWY_INLINE void joinBodies(std::span<const SolverJoint<Dimension>> joints) {
        if (in_.memory.hasJoined) {
            return;
        }
        in_.memory.hasJoined = true;
        in_.memory.joined.reset(in_.bodies.size());
        for (const auto& joint : joints) {
            if (moves(joint.bodyA) && moves(joint.bodyB)) {
                in_.memory.joined.join(joint.bodyA, joint.bodyB);
            }
        }
    }

    HWY_INLINE void enqueue(std::uint32_t contact) {
        if (in_.memory.isQueued[contact] == 0) {
            in_.memory.isQueued[contact] = 1;
            in_.memory.queue.push_back(contact);
        }
    }
    HWY_INLINE void reach(std::uint32_t contact) {
        if (in_.memory.isReached[contact] == 0) {
            in_.memory.isReached[contact] = 1;
            in_.memory.reached.push_back(contact);
        }
    }

    /// Lets the pairs of the queue collide that meet now, and puts the other contacts of their bodies into a
    /// new queue. Pairs that share a body collide at once: one after the other, the first of two equal blows
    /// from both sides would count for more.
    HWY_INLINE void collideQueue() {
        listMeeting();
        for (const std::uint32_t contact : in_.memory.meeting) {
            if (sharesBody(contact)) {
                in_.memory.shocked.push_back(contact);
            } else {
                collide(contact);
            }
        }
        if (!in_.memory.shocked.empty()) {
            collideAtOnce();
        }
        for (const std::uint32_t contact : in_.memory.meeting) {
            forMoving(contact, [&](std::uint32_t body) { in_.memory.meetingsOf[body] = 0; });
            ++in_.memory.hits[contact];
            for (const std::uint32_t body : {in_.contacts[contact].bodyA, in_.contacts[contact].bodyB}) {
                for (const std::uint32_t neighbor : in_.memory.graph.constraintsOf(body)) {
                    if (neighbor != contact) {
                        reach(neighbor);
                        enqueue(neighbor);
                    }
                }
            }
        }
    }

    /// Lists the contacts of the queue that meet now, counts them by body, and empties the queue.
    HWY_INLINE void listMeeting() {
        in_.memory.meeting.clear();
        for (const std::uint32_t contact : in_.memory.queue) {
            in_.memory.isQueued[contact] = 0;
            if (in_.memory.hits[contact] < kMaxHits && meets(contact)) {
                in_.memory.meeting.push_back(contact);
                forMoving(contact, [&](std::uint32_t body) { ++in_.memory.meetingsOf[body]; });
            }
        }
        in_.memory.queue.clear();
    }
    [[nodiscard]] HWY_INLINE bool meets(std::uint32_t contact) {
        const auto& copy = impactContact<Dimension>(in_.problem, in_.bodies, in_.contacts, contact);
        return mayMeet(copy, in_.states, in_.substep.impactSpeed()) &&
               Impact<Dimension>(copy, in_.states, in_.substep).meets(in_.substep.impactSpeed(), {});
    }
    [[nodiscard]] HWY_INLINE bool sharesBody(std::uint32_t contact) const {
        bool shares = false;
        forMoving(contact, [&](std::uint32_t body) { shares = shares || in_.memory.meetingsOf[body] > 1; });
        return shares;
    }
    template <class Use>
    HWY_INLINE void forMoving(std::uint32_t contact, const Use& use) const {
        for (const std::uint32_t body : {in_.contacts[contact].bodyA, in_.contacts[contact].bodyB}) {
            if (moves(body)) {
                use(body);
            }
        }
    }
    [[nodiscard]] HWY_INLINE auto accelerationAt(std::uint32_t contact) const {
        return relativeAcceleration<Dimension>(in_.bodies, in_.contacts[contact]);
    }

    /// Lets two bodies collide.
    HWY_INLINE void collide(std::uint32_t index) {
        ImpactImpulses<Dimension> impulses;
        withImpact(in_.problem, in_.states, in_.substep, index,
                   [&](auto& impact) HWY_ATTR { (void)impact.bounce(accelerationAt(index), impulses); });
        for (std::uint32_t i = 0; i < in_.contacts[index].pointCount; ++i) {
            in_.contacts[index].points[i].totalImpulse += impulses.points[i];
            spendImpulse(in_.problem, index, impulses.points[i]);
        }
    }

    /// Lets the pairs of the list of shocked contacts collide at once, each set of those that share bodies by
    /// itself.
    HWY_INLINE void collideAtOnce() {
        listTogether();
        for (std::size_t first = 0; first < in_.memory.together.size();) {
            std::size_t end = first + 1;
            while (end < in_.memory.together.size() &&
                   in_.memory.together[end].set == in_.memory.together[first].set) {
                ++end;
            }
            sweepTogether(std::span(in_.memory.together).subspan(first, end - first));
            first = end;
        }
        pushed_.keepParts([](double slope, double curvature) {
            const double most = slope < 0.0 ? -slope / curvature : 0.0;
            return static_cast<float>(slope + curvature > 0.0 ? most : 1.0);
        });
        pushed_.clear();
        in_.memory.shocked.clear();
    }

    /// Lists the shocked contacts by sets, with the speeds that each would have after an impact by itself.
    HWY_INLINE void listTogether() {
        for (const std::uint32_t contact : in_.memory.shocked) {
            forMoving(contact, [&](std::uint32_t body) HWY_ATTR {
                if (!pushed_.isListed(body)) {
                    pushed_.list(pushed_.bodyNow(body));
                }
            });
        }
        in_.memory.sets.reset(in_.memory.bodies.size());
        for (const std::uint32_t contact : in_.memory.shocked) {
            const ConstraintEnds& ends = in_.problem.constraints[contact];
            if (moves(ends.bodyA) && moves(ends.bodyB)) {
                in_.memory.sets.join(in_.memory.bodyAt[ends.bodyA], in_.memory.bodyAt[ends.bodyB]);
            }
        }
        in_.memory.together.clear();
        for (const std::uint32_t contact : in_.memory.shocked) {
            const ConstraintEnds& ends = in_.problem.constraints[contact];
            const std::uint32_t body = moves(ends.bodyA) ? ends.bodyA : ends.bodyB;
            auto& added = in_.memory.together.emplace_back();
            added.set = in_.memory.sets.setOf(in_.memory.bodyAt[body]), added.contact = contact;
            in_.memory.impulses[contact] = {};
            withImpact(in_.problem, in_.states, in_.substep, contact, [&](auto& impact) HWY_ATTR {
                (void)impact.meets(in_.substep.impactSpeed(), in_.memory.impulses[contact]);
                impact.findTargets(accelerationAt(contact), added.targets);
            });
        }
        std::ranges::sort(in_.memory.together, {},
                          [](const auto& one) { return std::pair(one.set, one.contact); });
    }

    /// Sweeps over the contacts of a set until all have the speeds that each would have by itself, or are
    /// faster apart.
    HWY_INLINE void sweepTogether(std::span<const CollidingAtOnce<Dimension>> set) {
        constexpr int kSweeps = 32;
        constexpr float kPrecision = 1e-4f;  // of the largest impulse
        float change = 1.0f, largest = 0.0f;
        for (int sweep = 0; sweep < kSweeps && change > kPrecision * largest; ++sweep) {
            change = 0.0f;
            for (std::size_t k = 0; k < set.size(); ++k) {
                const auto& one = set[sweep % 2 == 0 ? k : set.size() - 1 - k];  // no side comes first
                auto& impulses = in_.memory.impulses[one.contact];
                const ImpactImpulses<Dimension> before = impulses;
                withImpact(in_.problem, in_.states, in_.substep, one.contact,
                           [&](auto& impact) HWY_ATTR { impact.bounceOn(one.targets, impulses); });
                for (std::uint32_t point = 0; point < Dimension::kMaxPoints; ++point) {
                    const float difference = impulses.points[point] - before.points[point];
                    change = maximum(change, maximum(difference, -difference));
                    largest = maximum(largest, impulses.points[point]);
                }
            }
        }
    }

    ImpactScene<Dimension> in_;
    PushedSets<Dimension> pushed_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
