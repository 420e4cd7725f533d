// The order of work in a step of the contact solver.
#if defined(SAT3D_RESPONSE_SUBSTEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#endif

#include "response/solver/fill_rows-inl.hpp"
#include "response/solver/impacts/solve_impacts-inl.hpp"
#include "response/solver/joints/solve_joint-inl.hpp"
#include "response/solver/joints/solve_point-inl.hpp"
#include "response/solver/move_bodies-inl.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/solve_row-inl.hpp"
#include "response/solver/turn_treads-inl.hpp"
#include "response/solver/walk_rows-inl.hpp"
#include "response/solver/wheels/solve_wheel-inl.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class Substeps {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE Substeps(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem,
                        const SolverOptions& options, float dt, ParallelFor parallelFor)
        : bodies_(constraints.bodies),
          contacts_(constraints.contacts),
          joints_(constraints.joints),
          wheels_(constraints.wheels),
          problem_(problem),
          substep_{dt / static_cast<float>(options.substeps), options},
          parallelFor_(parallelFor),
          mover_(constraints, problem, substep_, parallelFor),
          rows_(problem, substep_, parallelFor) {
        substep_.treads = wheels_.treads.data();
    }

    HWY_INLINE void run() {
        mover_.load();
        fillRows();
        rows_.listRows(problem_.isSqueezed, problem_.squeezedRows);
        const auto& memory = problem_.impacts;
        problem_.impacts.prepare(bodies_.size(), contacts_.size());
        ImpactSolver<Dimension> impacts({bodies_, contacts_, problem_, substep_, parallelFor_});
        // Named, so that all sweeps share the compiled code.
        const auto solveShocked = [](auto& solver) HWY_ATTR { solver.solveShocked(); };
        const auto relaxShocked = [](auto& solver) HWY_ATTR { solver.relaxShocked(); };
        for (std::uint32_t i = 0; i < substep_.options.substeps; ++i) {
            substep_.time = static_cast<float>(i) * substep_.h;
            mover_.accelerate();
            turnTreads();
            const bool isShocked = impacts.run();
            const bool opensJoints = isShocked && impacts.markJoined(joints_);
            if (isShocked) {
                rows_.listRows(opensJoints ? memory.isReachable : memory.isChanged, problem_.shockedRows);
            }
            if (opensJoints) {
                rows_.forRowsOf(problem_.shockedRows, [](auto& solver) HWY_ATTR { solver.keepImpulses(); });
            }
            rows_.forRows([](auto& solver) HWY_ATTR { solver.warmStart(); });
            rows_.forRows([](auto& solver) HWY_ATTR { solver.solve(); });
            if (isShocked) {
                sweep(impacts, memory.isChanged, opensJoints, solveShocked);
            }
            sweepSqueezed(solveShocked);
            const float end = static_cast<float>(i + 1) / static_cast<float>(substep_.options.substeps);
            mover_.move(end);
            substep_.time = static_cast<float>(i + 1) * substep_.h;
            if constexpr (M::kHasGyroscopes) {
                turnRows(end);
            }
            if (opensJoints) {
                sweep(impacts, memory.isStruck, true, relaxShocked);
            }
            sweepSqueezed(relaxShocked);
            rows_.forRows([](auto& solver) HWY_ATTR { solver.relax(); });
            if (opensJoints) {
                substep_.isSwept = memory.isJoined.data();
                rows_.forRowsOf(problem_.shockedRows,
                                [](auto& solver) HWY_ATTR { solver.restoreImpulses(); });
            }
            impacts.finish();
        }
        storeImpulses();
        mover_.store();
    }

private:
    /// A shock stops a heap as a whole, and leaves differences between neighbors. Two more sweeps over the
    /// contacts of what it has stopped level these.
    static constexpr int kSweepsAfterShock = 2;

    /// Joints take more sweeps, as long as they are open.
    static constexpr int kMaxSweepsOfJoints = 32;
    /// So many of these overshoot, because a light body between a heavy one and the ground hands on only a
    /// small part of a blow in each sweep. Where a plain sweep leaves up to 0.89 of an error of joints
    /// without loops, a factor of 1.5 leaves half; 0.93 becomes 0.77. It never adds energy. Source: D. M.
    /// Young, "Iterative Methods for Solving Partial Difference Equations of Elliptic Type", 1954.
    static constexpr int kOverrelaxedSweeps = 12;
    static constexpr float kOverrelaxation = 1.5f;

    /// Sweeps over the constraints of marked bodies, and then over those of bodies whose joints are open.
    /// @param marks      by state
    /// @param hasJoints  whether joints are among these constraints
    template <class Use>
    HWY_INLINE void sweep(ImpactSolver<Dimension>& impacts, const std::vector<std::uint8_t>& marks,
                          bool hasJoints, const Use& use) {
        std::vector<std::uint8_t>& swept = problem_.impacts.isSwept;
        swept.assign(marks.size(), 0);
        substep_.isSwept = swept.data();
        bool isAnyOpen = false;
        const auto goesOn = [&](int sweep) {
            return sweep < kSweepsAfterShock || (isAnyOpen && sweep < kMaxSweepsOfJoints);
        };
        for (int sweep = 0; goesOn(sweep); ++sweep) {
            const bool isOfAll = sweep < kSweepsAfterShock;
            if (isOfAll) {
                std::ranges::transform(swept, marks, swept.begin(), std::bit_or<std::uint8_t>());
            }
            const bool overshoots = !isOfAll && sweep < kSweepsAfterShock + kOverrelaxedSweeps;
            substep_.overrelaxation = overshoots ? kOverrelaxation : 1.0f;
            if (hasJoints) {
                rows_.listRowsOf(problem_.shockedRows, swept, problem_.sweptRows);
            }
            rows_.forRowsOf(hasJoints ? problem_.sweptRows : problem_.shockedRows, use);
            isAnyOpen = hasJoints && impacts.markOpen(problem_.sweptRows, swept);
        }
        substep_.overrelaxation = 1.0f;
    }

    /// A light body between heavy ones hands on only a small part of a load in each sweep. Its contacts would
    /// lag behind the heavy bodies, and these would rock on them for ever. A body that a heavy
    /// load has left is pushed by the ground alone, of which one sweep takes back seven eighths.
    static constexpr int kSweepsOfSqueezed = 4;

    /// Sweeps over the contacts of light bodies.
    template <class Use>
    HWY_INLINE void sweepSqueezed(const Use& use) {
        if (problem_.squeezedRows.rows.empty()) {
            return;
        }
        substep_.isSwept = problem_.isSqueezed.data();
        for (int sweep = 0; sweep < kSweepsOfSqueezed; ++sweep) {
            rows_.forRowsOf(problem_.squeezedRows, use);
        }
    }

    using States = BodyStates<Dimension>;

    /// Fills all rows from their constraints, and prepares them.
    HWY_INLINE void fillRows() {
        rows_.forAllRows([&](auto& block) HWY_ATTR {
            const auto constraints = std::to_array(block.constraint);
            block = {};
            std::ranges::copy(constraints, block.constraint);
            typename std::remove_reference_t<decltype(block)>::Filling filling{};
            forLanes(block, [&](auto filler) HWY_ATTR { filler.fill(input(), substep_.h, filling); });
            forRow<Dimension>(block, States(problem_).data(), substep_, [&](auto& solver) HWY_ATTR {
                solver.arrange(filling);
                solver.prepare();
                solver.findImpacts();
            });
        });
    }
    /// Gives the rows of bodies that have turned far their new inertias, and prepares them anew. With those
    /// of the start of the step, an impulse across a thin body that has turned would also spin it about its
    /// axis, and energy would be gained.
    ///
    /// The arms of capsules lie on the axis about which these turn most easily, so arms and inertia must
    /// belong to the same moment. Both turn once a body has met something. Until then, they are those of the
    /// moment at which it will. (If those of edges turned, too, more bodies would pass through each other.)
    /// @param end  of the substep, as a fraction of the step
    HWY_INLINE void turnRows(float end) {
        if (!mover_.isAnyTurned()) {
            return;
        }
        const States states(problem_);
        const auto hasTurned = [&](std::uint32_t state) { return problem_.hasTurned[state] != 0; };
        const auto hasMet = [&](std::uint32_t state) {
            return state != 0 && problem_.meetTimes[state - 1] < end;
        };
        const auto turnedBy = [&](std::uint32_t state) HWY_ATTR {
            return state == 0 ? M::noRotation() : states.displacementOf(state - 1).rotation;
        };
        rows_.forAllRows([&](auto& block) HWY_ATTR {
            using Block = std::remove_reference_t<decltype(block)>;
            if constexpr (requires { block.points; }) {  // not joints and wheels
                unsigned turned = 0;                     // bits of lanes
                for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint;
                     ++lane) {
                    const std::uint32_t a = block.a[lane], b = block.b[lane];
                    const bool turnsArms = (hasTurned(a) && block.radiusA.v[lane] > 0.0f) ||
                                           (hasTurned(b) && block.radiusB.v[lane] > 0.0f);
                    if (turnsArms ? hasMet(a) || hasMet(b) : hasTurned(a) || hasTurned(b)) {
                        turned |= 1u << lane;
                        if (turnsArms) {
                            RowFiller<Dimension, Block>(block, lane)
                                .turnArms(input(), turnedBy(a), turnedBy(b));
                            problem_.impacts.isLoaded[block.constraint[lane]] = 0;
                        }
                    }
                }
                if (turned != 0) {
                    forRow<Dimension>(block, states.data(), substep_, [&](auto& solver) HWY_ATTR {
                        solver.turnInertias(turned, problem_.inertias.data());
                        solver.prepare();
                    });
                    forLanes(block, [](auto filler) HWY_ATTR { filler.turnRolling(); });
                }
            }
        });
    }
    HWY_INLINE void storeImpulses() {
        rows_.forAllRows([&](auto& block) HWY_ATTR {
            forLanes(block, [&](auto filler) HWY_ATTR { filler.storeImpulses(input()); });
        });
    }
    [[nodiscard]] HWY_INLINE SolverInput<Dimension> input() const {
        return {bodies_, contacts_, joints_, wheels_, problem_.hasContact, problem_.firmness};
    }

    /// Calls use(filler) for all constraints of a row.
    template <class Block, class Use>
    HWY_INLINE void forLanes(Block& block, const Use& use) {
        for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
            use(RowFiller<Dimension, Block>(block, lane));
        }
    }

    HWY_INLINE void turnTreads() {
        if constexpr (kRowKinds < Dimension >> kWheelKind) {
            TreadTurner<Dimension>(wheels_, static_cast<std::uint32_t>(contacts_.size() + joints_.size()),
                                   problem_, substep_.h)
                .run();
        }
    }

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    std::span<SolverJoint<Dimension>> joints_;
    SolverWheels<Dimension> wheels_;
    SolverProblem<Dimension>& problem_;
    Substep substep_;
    ParallelFor parallelFor_;
    BodyMover<Dimension> mover_;
    RowWalk<Dimension> rows_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
