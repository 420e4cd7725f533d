// The order of work in a step of the contact solver.
#if defined(SAT3D_RESPONSE_SUBSTEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#endif

#include "response/motion/locked_axes.hpp"
#include "response/solver/fill_rows-inl.hpp"
#include "response/solver/free_rotation-inl.hpp"
#include "response/solver/impacts/solve_impacts-inl.hpp"
#include "response/solver/joints/solve_joint-inl.hpp"
#include "response/solver/joints/solve_point-inl.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/solve_row-inl.hpp"
#include "response/solver/turn_treads-inl.hpp"
#include "response/solver/wheels/solve_wheel-inl.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

template <class Dimension>
class Substeps {
public:
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<float>;
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
          parallelFor_(parallelFor) {
        substep_.treads = wheels_.treads.data();
        for (const std::uint8_t color : problem_.colors) {
            usedColors_ |= std::uint64_t{1} << color;
        }
    }

    HWY_INLINE void run() {
        loadBodies();
        fillRows();
        listSqueezedRows();
        const auto& memory = problem_.impacts;
        problem_.impacts.prepare(bodies_.size(), contacts_.size());
        ImpactSolver<Dimension> impacts(bodies_, contacts_, problem_, substep_, parallelFor_);
        // Named, so that all sweeps share the compiled code.
        const auto solveShocked = [](auto& solver) HWY_ATTR { solver.solveShocked(); };
        const auto relaxShocked = [](auto& solver) HWY_ATTR { solver.relaxShocked(); };
        for (std::uint32_t i = 0; i < substep_.options.substeps; ++i) {
            substep_.time = static_cast<float>(i) * substep_.h;
            accelerate();
            turnTreads();
            const bool isShocked = impacts.run();
            const bool opensJoints = isShocked && impacts.markJoined(joints_);
            if (isShocked) {
                listShockedRows(opensJoints ? memory.isReachable : memory.isChanged);
            }
            if (opensJoints) {
                forRowsOf(problem_.shockedRows, [](auto& solver) HWY_ATTR { solver.keepImpulses(); });
            }
            forRows([](auto& solver) HWY_ATTR { solver.warmStart(); });
            forRows([](auto& solver) HWY_ATTR { solver.solve(); });
            if (isShocked) {
                sweep(impacts, memory.isChanged, opensJoints, solveShocked);
            }
            sweepSqueezed(solveShocked);
            move(static_cast<float>(i + 1) / static_cast<float>(substep_.options.substeps));
            substep_.time = static_cast<float>(i + 1) * substep_.h;
            if constexpr (M::kHasGyroscopes) {
                turnRows(static_cast<float>(i + 1) / static_cast<float>(substep_.options.substeps));
            }
            if (opensJoints) {
                sweep(impacts, memory.isStruck, true, relaxShocked);
            }
            sweepSqueezed(relaxShocked);
            forRows([](auto& solver) HWY_ATTR { solver.relax(); });
            if (opensJoints) {
                substep_.isSwept = memory.isJoined.data();
                forRowsOf(problem_.shockedRows, [](auto& solver) HWY_ATTR { solver.restoreImpulses(); });
            }
            impacts.finish();
        }
        storeImpulses();
        storeBodies();
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
                listSweptRows(swept);
            }
            forRowsOf(hasJoints ? problem_.sweptRows : problem_.shockedRows, use);
            isAnyOpen = hasJoints && impacts.markOpen(problem_.sweptRows, swept);
        }
        substep_.overrelaxation = 1.0f;
    }

    /// A light body between heavy ones hands on only a small part of a load in each sweep. Its contacts would
    /// lag behind the heavy bodies, and these would rock on them for ever.
    static constexpr int kSweepsOfSqueezed = 4;
    /// A body is light if what touches it has this many times its mass.
    static constexpr float kHeavier = 16.0f;

    /// Sweeps over the contacts of light bodies: one row after the other, because they are few.
    template <class Use>
    HWY_INLINE void sweepSqueezed(const Use& use) {
        if (problem_.squeezedRows.empty()) {
            return;
        }
        substep_.isSwept = problem_.isSqueezed.data();
        for (int sweep = 0; sweep < kSweepsOfSqueezed; ++sweep) {
            for (const RowPlace& place : problem_.squeezedRows) {
                forRowAt(place, use);
            }
        }
    }

    using States = BodyStates<Dimension>;
    using Motion = typename States::Motion;
    using Displacement = typename States::Displacement;

    HWY_INLINE void loadBodies() {
        const std::size_t rows = (bodies_.size() + kRowWidth) / kRowWidth;  // with what never moves
        problem_.states.resize(rows * kRowWidth);
        problem_.drives.resize(rows * kRowWidth);
        problem_.gyroscopes.resize(rows);
        problem_.hasTurned.assign(problem_.states.size(), 0);
        problem_.axes.resize(M::kHasGyroscopes ? rows * kRowWidth : 0);
        findContacts();
        detail::forEachIndex(parallelFor_, rows, kStateRowsPerTask, [&](std::size_t row) HWY_ATTR {
            for (std::size_t state = row * kRowWidth; state < (row + 1) * kRowWidth; ++state) {
                loadState(state);
            }
            findGyroscopes(row);
        });
    }

    /// Sets the state of a body, of what never moves, or of nothing.
    HWY_INLINE void loadState(std::size_t state) {
        problem_.states[state] = {};
        problem_.drives[state] = {};
        const States states(problem_);
        states.setDisplacementAt(state, {M::template zeroVector<float>(), M::noRotation()});
        if (state > 0 && state <= bodies_.size()) {
            const Body& body = bodies_[state - 1];
            states.setMotion(state - 1, {M::fromGlm(body.velocity), M::spinFromGlm(body.angularVelocity)});
            setDrive(state - 1);
        }
    }

    /// Finds the bodies with contacts, and those that may turn only so far.
    HWY_INLINE void findContacts() {
        problem_.hasContact.assign(bodies_.size(), 0);
        problem_.hasEdge.assign(bodies_.size(), 0);
        problem_.meetTimes.assign(bodies_.size(), 1.0f);
        problem_.capsuleAxes.assign(bodies_.size(), typename Dimension::Vector(0.0f));
        problem_.isSqueezed.clear();
        for (const auto& wheel : wheels_.wheels) {
            markSqueezed(wheel.bodyA, wheel.bodyB);
            for (const std::uint32_t body : {wheel.bodyA, wheel.bodyB}) {
                if (body != Contact::kStandsStill) {
                    problem_.hasContact[body] = 1;
                }
            }
        }
        for (const Contact& contact : contacts_) {
            markSqueezed(contact.bodyA, contact.bodyB);
            for (const bool isA : {true, false}) {
                const std::uint32_t body = isA ? contact.bodyA : contact.bodyB;
                if (body != Contact::kStandsStill) {
                    problem_.hasContact[body] = 1;
                    problem_.meetTimes[body] = std::min(problem_.meetTimes[body], contact.meetTime);
                    if (contact.meetTime < 1.0f && problem_.hasEdge[body] == 0) {
                        addArms(body, contact, isA);
                    }
                }
            }
        }
    }

    /// Marks the light one of two bodies that touch, if the other one is heavy.
    HWY_INLINE void markSqueezed(std::uint32_t bodyA, std::uint32_t bodyB) {
        if (bodyA == Contact::kStandsStill || bodyB == Contact::kStandsStill) {
            return;
        }
        const float a = bodies_[bodyA].inverseMass, b = bodies_[bodyB].inverseMass;
        if (std::min(a, b) > 0.0f && std::max(a, b) > kHeavier * std::min(a, b)) {
            problem_.isSqueezed.resize(problem_.states.size());
            problem_.isSqueezed[(a > b ? bodyA : bodyB) + 1] = 1;
        }
    }
    /// Lists the rows of light bodies, in the order in which they are solved.
    HWY_INLINE void listSqueezedRows() {
        problem_.squeezedRows.clear();
        if (!problem_.isSqueezed.empty()) {
            for (std::size_t color = 0; color < kColors; ++color) {
                listRows(color, problem_.isSqueezed, problem_.squeezedRows);
            }
        }
    }
    /// Lists the rows of bodies that the sweeps after a shock may reach.
    /// @param marks  by state
    HWY_INLINE void listShockedRows(const std::vector<std::uint8_t>& marks) {
        listByColors(problem_.shockedRows, [&](std::size_t color, std::vector<RowPlace>& list)
                                               HWY_ATTR { listRows(color, marks, list); });
    }
    /// Lists those of them with a body of the present sweep.
    HWY_INLINE void listSweptRows(const std::vector<std::uint8_t>& marks) {
        const RowList& from = problem_.shockedRows;
        listByColors(problem_.sweptRows, [&](std::size_t color, std::vector<RowPlace>& list) HWY_ATTR {
            for (std::uint32_t i = from.colorStarts[color]; i < from.colorStarts[color + 1]; ++i) {
                const RowPlace& place = from.rows[i];
                withRows(problem_, place.kind, [&](const auto& rows) HWY_ATTR {
                    if (hasMarked(rows.blocks[place.block], marks)) {
                        list.push_back(place);
                    }
                });
            }
        });
    }
    /// Calls listRowsOf(color, list) for all colors.
    template <class ListRowsOf>
    static HWY_INLINE void listByColors(RowList& list, const ListRowsOf& listRowsOf) {
        list.rows.clear();
        for (std::size_t color = 0; color < SolverProblem<Dimension>::kColors; ++color) {
            list.colorStarts[color] = static_cast<std::uint32_t>(list.rows.size());
            listRowsOf(color, list.rows);
        }
        list.colorStarts.back() = static_cast<std::uint32_t>(list.rows.size());
    }
    /// @param marks  by state
    [[nodiscard]] static HWY_INLINE bool hasMarked(const RowHeader<Dimension>& row,
                                                   const std::vector<std::uint8_t>& marks) {
        const auto isMarked = [&](std::uint32_t state) { return marks[state] != 0; };
        return std::ranges::any_of(row.a, isMarked) || std::ranges::any_of(row.b, isMarked);
    }
    /// Adds the rows of a color with a marked body to a list.
    /// @param marks  by state
    HWY_NOINLINE void listRows(std::size_t color, const std::vector<std::uint8_t>& marks,
                               std::vector<RowPlace>& list) {
        for (std::size_t kind = 0; kind < kRowKinds<Dimension>; ++kind) {
            withRows(problem_, kind, [&](const auto& rows) HWY_ATTR {
                for (std::uint32_t i = rows.colorStarts[color]; i < rows.colorStarts[color + 1]; ++i) {
                    if (hasMarked(rows.blocks[i], marks)) {
                        list.push_back({i, 0, static_cast<std::uint8_t>(kind)});
                    }
                }
            });
        }
    }
    /// Calls use(solver) for listed rows, color by color.
    template <class Use>
    HWY_INLINE void forRowsOf(const RowList& list, const Use& use) {
        const auto run = [&](std::size_t i) HWY_ATTR { forRowAt(list.rows[i], use); };
        for (std::uint64_t left = usedColors_; left != 0; left &= left - 1) {
            const auto color = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t first = list.colorStarts[color], count = list.colorStarts[color + 1] - first;
            const bool isOverflow = color == SolverProblem<Dimension>::kOverflow;
            detail::forEachIndex(parallelFor_, count,
                                 isOverflow ? std::max(count, std::size_t{1}) : kShockedRowsPerTask,
                                 [&](std::size_t i) HWY_ATTR { run(first + i); });
        }
    }
    template <class Use>
    HWY_NOINLINE void forRowAt(const RowPlace& place, const Use& use) {
        withRows(problem_, place.kind, [&](auto& rows) HWY_ATTR {
            forRow<Dimension>(rows.blocks[place.block], States(problem_).data(), substep_, use);
        });
    }

    HWY_INLINE void addArms(std::uint32_t body, const Contact& contact, bool isA) {
        const auto turned = M::rotationFromGlm(isA ? contact.turnedA : contact.turnedB);
        for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
            const auto& point = contact.points[i];
            const auto arm = isA ? point.armA - contact.radiusA * contact.normal
                                 : point.armB + contact.radiusB * contact.normal;
            addArm(body, M::toGlm(M::template rotatedBack<float>(turned, M::fromGlm(arm))),
                   isA ? contact.radiusA : contact.radiusB);
        }
    }
    /// Notes the arm of a point of contact of a body's core, as it lies at the start of the step. A ball has
    /// none. That of a capsule lies on its axis.
    HWY_INLINE void addArm(std::uint32_t body, const typename Dimension::Vector& arm, float radius) {
        constexpr float kNegligible = 1e-3f;
        const auto square = [](const typename Dimension::Vector& v) { return glm::dot(v, v); };
        const float length = square(arm);
        if (problem_.hasEdge[body] != 0 || length <= kNegligible * kNegligible * radius * radius) {
            return;
        }
        auto& axis = problem_.capsuleAxes[body];
        const float along = glm::dot(arm, axis);
        if (radius == 0.0f || !M::kHasGyroscopes) {
            problem_.hasEdge[body] = 1;
        } else if (square(axis) == 0.0f) {
            axis = arm / std::sqrt(length);
        } else if (length - along * along > kNegligible * kNegligible * length) {
            problem_.hasEdge[body] = 1;  // several capsules
        }
        if (problem_.hasEdge[body] != 0) {
            axis = typename Dimension::Vector(0.0f);
        }
    }

    HWY_INLINE void setDrive(std::size_t i) {
        // The normals of contacts are those of the start of the step. If bodies turned farther, they would
        // gain energy from them.
        constexpr float kMaxTurn = 0.78539816f;  ///< radians in a step: an eighth of a turn
        constexpr float kUnlimited = std::numeric_limits<float>::max();
        const float h = substep_.h;
        const float maxSpin = kMaxTurn / (h * static_cast<float>(substep_.options.substeps));
        const Body& body = bodies_[i];
        typename M::template Drive<float> drive{
            M::template zeroVector<float>(), 1.0f, {}, 1.0f, 0.0f, kUnlimited, 0.0f, 0.0f, {}};
        if (body.inverseMass > 0.0f) {
            drive.acceleration = M::fromGlm(accelerationOf(body));
            drive.angularAcceleration = M::spinFromGlm(body.angularAcceleration * freeTurns(body.locked));
            drive.linearFactor = 1.0f / (1.0f + h * body.linearDamping);
            drive.angularFactor = 1.0f / (1.0f + h * body.angularDamping);
            drive.freeFall = problem_.hasContact[i] != 0 ? 0.0f : 0.5f * h * h;
            const auto& axis = problem_.capsuleAxes[i];
            drive.maxSpin =
                problem_.hasEdge[i] != 0 || axis != typename Dimension::Vector(0.0f) ? maxSpin : kUnlimited;
            drive.limitFrom = problem_.meetTimes[i];
            if constexpr (M::kHasGyroscopes) {
                drive.freeAxis = M::fromGlm(axis);
                // A wheel may get faster from step to step, as fast as it likes.
                drive.maxFreeSpin = std::abs(glm::dot(axis, body.angularVelocity)) + maxSpin;
            }
        }
        M::storeDrive(drive, problem_.drives[i + 1].all);
    }

    /// Finds the bodies of a row whose axes move as they rotate freely, and the principal axes.
    HWY_INLINE void findGyroscopes(std::size_t row) {
        problem_.gyroscopes[row] = 0;
        if constexpr (M::kHasGyroscopes) {
            const std::size_t first = row * kRowWidth;
            const std::size_t end = std::min(first + kRowWidth, bodies_.size() + 1);
            for (std::size_t state = std::max(first, std::size_t{1}); state < end; ++state) {
                if (M::isGyroscopic(M::fromGlm(inverseInertiaOf(state - 1)))) {
                    problem_.gyroscopes[row] |= static_cast<std::uint16_t>(1u << (state - first));
                }
            }
            if (problem_.gyroscopes[row] != 0) {
                findAxes(row);
            }
        }
    }
    [[nodiscard]] HWY_INLINE typename Dimension::Inertia inverseInertiaOf(std::size_t body) const {
        const Body& of = bodies_[body];
        return of.locked.isAny() ? withLockedTurns(of.inverseInertia, of.locked) : of.inverseInertia;
    }
    HWY_INLINE void findAxes(std::size_t row) {
        Lane inverse[6];
        for (std::size_t lane = 0; lane < kRowWidth; ++lane) {
            const std::size_t i = row * kRowWidth + lane;
            const bool isBody = i > 0 && i <= bodies_.size();
            const auto inertia = isBody ? inverseInertiaOf(i - 1) : typename Dimension::Inertia(0.0f);
            M::storeInertia(M::relative(M::fromGlm(inertia)), inverse, lane);
        }
        for (std::size_t lane = 0; lane < kRowWidth; lane += kLanes) {
            float* const stored = problem_.axes[row * kRowWidth + lane].all;
            const auto loaded = M::template loadInertia<Lanes>(inverse, lane);
            const PrincipalAxes axes(loaded);
            axes.store([&](std::size_t group, const Four<Lanes>& values)
                           HWY_ATTR { scatterRange(values, stored + group, kAxesStride); });
        }
    }

    HWY_INLINE void storeBodies() {
        detail::forEachIndex(parallelFor_, bodies_.size(), kStateRowsPerTask * kRowWidth,
                             [&](std::size_t i) HWY_ATTR {
                                 Body& body = bodies_[i];
                                 const Motion motion = States(problem_).motionOf(i);
                                 const Displacement moved = States(problem_).displacementOf(i);
                                 // No -0: whether joints leave it depends on the others of their row.
                                 body.velocity = M::toGlm(motion.v) + 0.0f;
                                 body.angularVelocity = M::spinToGlm(motion.w) + 0.0f;
                                 body.translation = M::toGlm(moved.translation);
                                 body.rotation = M::toGlm(moved.rotation);
                             });
    }

    /// Fills all rows from their constraints, and prepares them.
    HWY_INLINE void fillRows() {
        forAllRows([&](auto& block) HWY_ATTR {
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
        if (!isAnyTurned_.load(std::memory_order_relaxed)) {
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
        forAllRows([&](auto& block) HWY_ATTR {
            using Block = std::remove_reference_t<decltype(block)>;
            bool isAny = false;
            for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
                const std::uint32_t a = block.a[lane], b = block.b[lane];
                bool turnsArms = false;
                if constexpr (requires { block.points; }) {  // a contact
                    turnsArms = (hasTurned(a) && block.radiusA.v[lane] > 0.0f) ||
                                (hasTurned(b) && block.radiusB.v[lane] > 0.0f);
                }
                if (turnsArms ? hasMet(a) || hasMet(b) : hasTurned(a) || hasTurned(b)) {
                    isAny = true;
                    RowFiller<Dimension, Block> filler(block, lane);
                    if constexpr (requires { block.points; }) {
                        if (turnsArms) {
                            filler.turnArms(input(), turnedBy(a), turnedBy(b));
                            problem_.impacts.isLoaded[block.constraint[lane]] = 0;
                        }
                    }
                    filler.turnInertias(input(), turnedBy(a), turnedBy(b));
                }
            }
            if (isAny) {
                forRow<Dimension>(block, states.data(), substep_,
                                  [](auto& solver) HWY_ATTR { solver.prepare(); });
            }
        });
    }
    HWY_INLINE void storeImpulses() {
        forAllRows([&](auto& block) HWY_ATTR {
            forLanes(block, [&](auto filler) HWY_ATTR { filler.storeImpulses(input()); });
        });
    }
    [[nodiscard]] HWY_INLINE SolverInput<Dimension> input() const {
        return {bodies_, contacts_, joints_, wheels_, problem_.hasContact};
    }

    /// Calls use(block) for all rows, in any order.
    template <class Use>
    HWY_INLINE void forAllRows(const Use& use) {
        forColors(0, kColors, kCostPerBigTask,
                  [&](std::size_t kind, RowRange range) HWY_ATTR { forRange(kind, range, use); });
    }
    /// Calls use(filler) for all constraints of a row.
    template <class Block, class Use>
    HWY_INLINE void forLanes(Block& block, const Use& use) {
        for (std::size_t lane = 0; lane < kRowWidth && block.constraint[lane] != kNoConstraint; ++lane) {
            use(RowFiller<Dimension, Block>(block, lane));
        }
    }

    /// Calls use(solver) for all rows, color by color.
    template <class Use>
    HWY_INLINE void forRows(const Use& use) {
        for (std::uint64_t left = usedColors_; left != 0; left &= left - 1) {
            const auto color = static_cast<std::size_t>(std::countr_zero(left));
            const bool isOverflow = color == SolverProblem<Dimension>::kOverflow;
            forColors(color, color + 1, isOverflow ? std::numeric_limits<std::uint32_t>::max() : kCostPerTask,
                      [&](std::size_t kind, RowRange range) HWY_ATTR {
                          forRange(kind, range, [&](auto& block) HWY_ATTR {
                              forRow<Dimension>(block, States(problem_).data(), substep_, use);
                          });
                      });
        }
    }

    struct RowRange {
        std::uint32_t first = 0, end = 0;
    };
    /// A range of rows of one kind, cut into tasks.
    struct TaskRange {
        RowRange rows;
        std::uint32_t perTask = 1, firstTask = 0;
    };
    /// Calls use(kind, range) for the rows of colors, of each kind. They share no body that moves. Or, if all
    /// are in one task, in their order.
    /// @param costPerTask  see ContactRow::kCost
    void forColors(std::size_t firstColor, std::size_t endColor, std::uint32_t costPerTask,
                   CallbackRef<void(std::size_t, RowRange)> use) {
        constexpr std::size_t kKinds = kRowKinds<Dimension>;
        std::array<TaskRange, kKinds> ranges;
        std::uint32_t tasks = 0;
        std::uint64_t cost = 0;
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            withRows(problem_, kind, [&](auto& rows) HWY_ATTR {
                constexpr std::uint32_t kCost = std::remove_reference_t<decltype(rows.blocks[0])>::kCost;
                const RowRange range{rows.colorStarts[firstColor], rows.colorStarts[endColor]};
                const std::uint32_t perTask = std::max(costPerTask / kCost, 1u),
                                    size = range.end - range.first;
                ranges[kind] = {range, perTask, tasks};
                tasks += size / perTask + (size % perTask != 0 ? 1 : 0);
                cost += std::uint64_t{size} * kCost;
            });
        }
        if (cost <= costPerTask) {
            for (std::size_t kind = 0; kind < kKinds; ++kind) {
                use(kind, ranges[kind].rows);
            }
            return;
        }
        parallelFor_(tasks, [&](std::size_t task) HWY_ATTR {
            std::size_t kind = kKinds - 1;
            while (task < ranges[kind].firstTask) {
                --kind;
            }
            const auto& [rows, perTask, firstTask] = ranges[kind];
            const std::uint32_t first = rows.first + (static_cast<std::uint32_t>(task) - firstTask) * perTask;
            use(kind, {first, std::min(first + perTask, rows.end)});
        });
    }
    /// Calls use(block) for some rows of a kind. Not inline: most of the solver is in it.
    template <class Use>
    HWY_NOINLINE void forRange(std::size_t kind, RowRange range, const Use& use) {
        withRows(problem_, kind, [&](auto& rows) HWY_ATTR {
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                use(rows.blocks[i]);
            }
        });
    }

    /// Semi-implicit Euler: velocities first.
    HWY_INLINE void accelerate() {
        const float h = substep_.h;
        forBodies([&](float* state, const auto& drive, std::size_t) HWY_ATTR {
            const auto at = [&](std::size_t group)
                                HWY_ATTR { return gatherRange(state + group, M::kStride); };
            auto motion = M::template loadMotion<Lanes>(at);
            motion.v = (motion.v + drive.acceleration * all<Lanes>(h)) * drive.linearFactor;
            motion.w = (motion.w + drive.angularAcceleration * all<Lanes>(h)) * drive.angularFactor;
            M::template storeMotion<Lanes>(motion,
                                           [&](std::size_t group, const Four<Lanes>& values)
                                               HWY_ATTR { scatterRange(values, state + group, M::kStride); });
        });
    }

    HWY_INLINE void turnTreads() {
        if constexpr (kRowKinds < Dimension >> kWheelKind) {
            TreadTurner<Dimension>(wheels_, static_cast<std::uint32_t>(contacts_.size() + joints_.size()),
                                   problem_, substep_.h)
                .run();
        }
    }

    /// @param end  of the substep, as a fraction of the step
    HWY_INLINE void move(float end) {
        const Lanes h = all<Lanes>(substep_.h);
        forBodies([&](float* state, const auto& drive, std::size_t first) HWY_ATTR {
            const auto at = [&](std::size_t group)
                                HWY_ATTR { return gatherRange(state + group, M::kStride); };
            const auto put = [&](std::size_t group, const Four<Lanes>& values)
                                 HWY_ATTR { scatterRange(values, state + group, M::kStride); };
            auto motion = M::template loadMotion<Lanes>(at);
            auto moved = M::template loadDisplacement<Lanes>(at);
            const auto isLimited = drive.limitFrom < all<Lanes>(end);
            const auto isFast = isLimited & (drive.maxSpin < squareRoot(dot(motion.w, motion.w)));
            if (isAny(isFast)) {
                motion.w =
                    select(isFast, M::template limited<Lanes>(drive, moved.rotation, motion.w), motion.w);
                M::template storeMotion<Lanes>(motion, put);
            }
            // What falls freely stays exactly on its parabola: the velocity of the middle of the substep.
            moved.translation = moved.translation + (motion.v * h - drive.acceleration * drive.freeFall);
            const auto before = moved.rotation;
            moved.rotation = M::template turned<Lanes>(before, motion.w * h);
            if constexpr (M::kHasGyroscopes) {
                const unsigned gyroscopes = gyroscopesFrom(first);
                if (gyroscopes != 0) {
                    const float* const stored = problem_.axes[first].all;
                    const auto axes = PrincipalAxes::load(
                        [&](std::size_t group) HWY_ATTR { return gatherRange(stored + group, kAxesStride); });
                    FreeRotation free(axes, before, motion.w);
                    free.run(h);
                    moved.rotation = select(maskOf(gyroscopes), free.rotation(), moved.rotation);
                    motion.w = select(maskOf(gyroscopes), free.angularVelocity(), motion.w);
                    M::template storeMotion<Lanes>(motion, put);
                    noteTurned(first, gyroscopes, moved.rotation);
                }
            }
            M::template storeDisplacement<Lanes>(moved, put);
        });
    }

    /// The gyroscopes of a vector of bodies, as bits. What a body does must not depend on the others of its
    /// row.
    [[nodiscard]] HWY_INLINE unsigned gyroscopesFrom(std::size_t first) const {
        return (problem_.gyroscopes[first / kRowWidth] >> first % kRowWidth) & ((1u << kLanes) - 1);
    }

    /// Notes which gyroscopes of a vector of bodies have turned so far that their inertias count as turned.
    HWY_INLINE void noteTurned(std::size_t first, unsigned gyroscopes,
                               const typename M::template Rotation<Lanes>& rotation) {
        constexpr float kCosineOfHalf = 0.9996875f;  ///< of 0.05 radians
        const unsigned turned = bitsOf(rotation.w < all<Lanes>(kCosineOfHalf)) & gyroscopes;
        if (turned != 0) {
            for (std::size_t i = 0; i < kLanes; ++i) {
                problem_.hasTurned[first + i] |= static_cast<std::uint8_t>(turned >> i & 1u);
            }
            isAnyTurned_.store(true, std::memory_order_relaxed);
        }
    }

    /// Calls use(first state, drives, number of the first state) for a vector of bodies at a time.
    template <class Use>
    HWY_INLINE void forBodies(const Use& use) {
        const std::size_t count = problem_.states.size() / kLanes;
        detail::forEachIndex(
            parallelFor_, count, kStateRowsPerTask * (kRowWidth / kLanes), [&](std::size_t k) HWY_ATTR {
                const std::size_t i = k * kLanes;
                const float* const drives = problem_.drives[i].all;
                const auto drive = M::template loadDrive<Lanes>(
                    [&](std::size_t group) HWY_ATTR { return gatherRange(drives + group, M::kDriveStride); });
                use(problem_.states[i].all, drive, i);
            });
    }

    static constexpr std::size_t kColors = SolverProblem<Dimension>::kColors;
    static constexpr std::size_t kAxesStride = sizeof(BodyAxes) / sizeof(float);
    // A task takes about half a microsecond: it costs a tenth of a microsecond to claim it.
    static constexpr std::uint32_t kCostPerTask = 8, kCostPerBigTask = 32;
    static constexpr std::size_t kStateRowsPerTask = 8, kShockedRowsPerTask = 2;

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    std::span<SolverJoint<Dimension>> joints_;
    SolverWheels<Dimension> wheels_;
    SolverProblem<Dimension>& problem_;
    Substep substep_;
    ParallelFor parallelFor_;
    std::uint64_t usedColors_ = 0;          ///< bit mask: most scenes have few
    std::atomic<bool> isAnyTurned_{false};  ///< whether any body has turned far in this step
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
