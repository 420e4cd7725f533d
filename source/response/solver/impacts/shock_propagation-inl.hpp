// Shock propagation: stops bodies that meet, such as those of a column that lands. Collisions of pairs would
// pass an impact on like heat, one contact at a time; this passes it on at once.
// Source: E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003. There, the
// bodies below take no impulse, and momentum is lost. Here, they get it afterwards, from the top to the
// bottom.
//
// Bodies of one level see those of the level below held, so a thread can stop each: it changes only them.
// Contacts inside of a level are solved by what they connect. Bodies below get their impulses after the whole
// level, each in the order of its contacts. So threads change no bit.
#if defined(SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#undef SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#else
#define SAT3D_RESPONSE_SHOCK_PROPAGATION_INL_HPP
#endif

#include "response/solver/impacts/contact_gaps-inl.hpp"
#include "response/solver/impacts/impact-inl.hpp"
#include "response/solver/impacts/pushed_sets-inl.hpp"
#include "response/solver/problem/row_block.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class ShockPropagation {
public:
    using Contact = BasicSolverContact<Dimension>;

    explicit HWY_INLINE ShockPropagation(const ImpactScene<Dimension>& in) : in_(in), pushed_(in) {}

    /// Stops what meets at the contacts that impacts have reached, and at the other contacts of all bodies
    /// that this stops.
    /// @return whether anything had to be stopped. If so, the bodies stay listed and marked until finish()
    HWY_INLINE bool run() {
        in_.memory.isLive.clear(in_.memory.graph.pieceCount());
        for (const std::uint32_t contact : in_.memory.reached) {
            in_.memory.isLive.set(in_.memory.graph.pieceOf(contact));
        }
        stopOutward();
        pushInward();
        listMarked();
        if (in_.memory.shocked.empty()) {
            return false;
        }
        keepBestPart();
        in_.memory.shocked.clear();
        return true;
    }

private:
    using Stage = ConstraintGraph::Stage;
    using Outward = ConstraintGraph::Outward;

    /// Stops each body at those nearer to what stands, as if these had an infinite mass.
    HWY_INLINE void stopOutward() {
        for (const Stage& stage : in_.memory.graph.stages()) {
            stopStage(stage, [&](std::uint32_t piece) HWY_ATTR {
                const std::span<const Outward> contacts = in_.memory.graph.piece(piece);
                for (std::size_t k = 0; k < contacts.size(); ++k) {
                    fetch(contacts, k + kAhead);
                    (void)stop(contacts[k]);
                }
            });
        }
    }

    /// Gives the impulses also to the bodies nearer to what stands. These are stopped in turn before they
    /// pass on what they get.
    HWY_INLINE void pushInward() {
        const std::span<const Stage> stages = in_.memory.graph.stages();
        for (std::size_t i = stages.size(); i-- > 0;) {
            const Stage& stage = stages[i];
            const bool isAny = stopStage(stage, [&](std::uint32_t piece) HWY_ATTR {
                const std::span<const Outward> contacts = in_.memory.graph.piece(piece);
                for (std::size_t k = contacts.size(); k-- > 0;) {
                    fetch(contacts, k - kAhead);
                    const bool pushes = stop(contacts[k]) && !stage.isInside && stage.innerLevel > 0;
                    in_.memory.isPushing[contacts[k].constraint] = pushes ? 1 : 0;
                    if (pushes) {
                        in_.memory.isPushed.set(innerOf(contacts[k]));
                    }
                }
            });
            if (isAny && !stage.isInside) {
                pushBodies(stage.innerLevel);
            }
        }
    }

    /// How many contacts ahead one is fetched from memory: the processor cannot foresee the order.
    static constexpr std::size_t kAhead = 2;
    HWY_INLINE void fetch(std::span<const Outward> contacts, std::size_t at) const {
        if (at < contacts.size()) {
            hwy::Prefetch(&in_.memory.contacts[contacts[at].constraint]);
        }
    }

    /// Calls use(piece) for the pieces of a stage that the shock has come to, on all threads.
    /// @return whether there are any
    template <class Use>
    HWY_INLINE bool stopStage(const Stage& stage, const Use& use) {
        in_.memory.pieces.clear();
        for (std::uint32_t piece = stage.firstPiece; piece < stage.endPiece; ++piece) {
            if (in_.memory.isLive[piece]) {
                in_.memory.pieces.push_back(piece);
            }
        }
        in_.parallelFor(in_.memory.pieces.size(), [&](std::size_t i) HWY_ATTR { use(in_.memory.pieces[i]); });
        return !in_.memory.pieces.empty();
    }
    /// The body of a contact between two levels that is nearer to what stands.
    [[nodiscard]] HWY_INLINE std::uint32_t innerOf(const Outward& contact) const {
        const bool isA = in_.memory.graph.levelOf(contact.bodyA) < in_.memory.graph.levelOf(contact.bodyB);
        return isA ? contact.bodyA : contact.bodyB;
    }

    /// Gives the bodies of a level the impulses of their contacts with the next one.
    HWY_INLINE void pushBodies(std::uint32_t level) {
        constexpr std::size_t kBodiesPerTask = 32;
        const std::span<const std::uint32_t> bodies = in_.memory.graph.bodiesOfLevel(level);
        detail::forEachIndex(in_.parallelFor, bodies.size(), kBodiesPerTask, [&](std::size_t i) HWY_ATTR {
            if (in_.memory.isPushed[bodies[i]]) {
                in_.memory.isPushed.unset(bodies[i]);
                pushBody(bodies[i], level);
            }
        });
    }
    HWY_INLINE void pushBody(std::uint32_t body, std::uint32_t level) {
        for (const std::uint32_t contact : in_.memory.graph.constraintsOf(body)) {
            if (in_.memory.isPushing[contact] == 0) {
                continue;
            }
            const ConstraintEnds& ends = in_.problem.constraints[contact];
            const bool isOnA = ends.bodyA == body;
            if (in_.memory.graph.levelOf(isOnA ? ends.bodyB : ends.bodyA) > level) {
                in_.memory.isPushing[contact] = 0;
                markBody(body);
                withImpact(in_.problem, in_.states, in_.substep, contact,
                           [&](auto& impact) HWY_ATTR { impact.push(in_.memory.impulses[contact], isOnA); });
            }
        }
    }

    /// @return whether the bodies had to be stopped
    HWY_INLINE bool stop(const Outward& at) {
        if (in_.memory.isReached[at.constraint] == 0 && !isChanged(at.bodyA) && !isChanged(at.bodyB)) {
            return false;
        }
        std::uint8_t& isShocked = in_.memory.isShocked[at.constraint];
        if (isShocked == 0 &&
            !mayClose<Dimension>(in_.memory.gaps[at.constraint], pushed_.motionNow(at.bodyA),
                                 pushed_.motionNow(at.bodyB), in_.substep)) {
            return false;
        }
        const float speed = in_.substep.leastImpactSpeed();
        const auto& contact = impactContact<Dimension>(in_.problem, in_.bodies, in_.contacts, at.constraint);
        if (isShocked == 0 && !mayMeet(contact, in_.states, speed)) {
            return false;
        }
        const std::uint32_t a = in_.memory.graph.levelOf(at.bodyA), b = in_.memory.graph.levelOf(at.bodyB);
        auto& impulses = in_.memory.impulses[at.constraint];
        if (isShocked == 0) {
            impulses = {};
        }
        bool isHit = false;
        withImpact(in_.problem, in_.states, in_.substep, at.constraint, [&](auto& impact) HWY_ATTR {
            if (a != b) {
                impact.hold(a < b);
            }
            isHit = impact.meets(speed, impulses);
            if (isHit) {
                isShocked = 1;
                if (a >= b) {
                    markBody(at.bodyA);
                }
                if (b >= a) {
                    markBody(at.bodyB);
                }
                impact.stop(impulses);
            }
        });
        return isHit;
    }

    [[nodiscard]] HWY_INLINE bool isChanged(std::uint32_t body) const {
        return body != Contact::kStandsStill && in_.memory.isChanged[body + 1] != 0;
    }
    /// Marks a body, and remembers its velocity before it changes. The shock comes to all of its contacts.
    HWY_INLINE void markBody(std::uint32_t body) {
        if (in_.memory.graph.levelOf(body) > 0 && in_.memory.isChanged[body + 1] == 0) {
            in_.memory.isChanged[body + 1] = 1;
            in_.memory.before[body] = pushed_.bodyNow(body);
            for (const std::uint32_t contact : in_.memory.graph.constraintsOf(body)) {
                in_.memory.isLive.set(in_.memory.graph.pieceOf(contact));
            }
        }
    }

    /// Lists what is marked.
    HWY_INLINE void listMarked() {
        for (std::uint32_t contact = 0; contact < in_.memory.isShocked.size(); ++contact) {
            if (in_.memory.isShocked[contact] != 0) {
                in_.memory.isShocked[contact] = 0;
                in_.memory.shocked.push_back(contact);
            }
        }
        for (std::uint32_t body = 0; body < in_.memory.bodyAt.size(); ++body) {
            if (in_.memory.isChanged[body + 1] != 0) {
                pushed_.list(in_.memory.before[body]);
            }
        }
    }

    /// Scales the impulses between bodies that push each other to the part that leaves the least energy, of
    /// motion and height. The whole may be too much, because a body that was taken for infinitely heavy may
    /// be light.
    HWY_INLINE void keepBestPart() {
        pushed_.keepParts([](double slope, double curvature) {
            const double best = curvature > 0.0 ? -0.5 * slope / curvature : 1.0;
            return static_cast<float>(std::clamp(best, 0.0, 1.0));
        });
    }

    ImpactScene<Dimension> in_;
    PushedSets<Dimension> pushed_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
