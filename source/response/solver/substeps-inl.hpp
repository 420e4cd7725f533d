// The order of work in a step of the contact solver.
#if defined(SAT3D_RESPONSE_SUBSTEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#endif

#include "core/parallel/for_each_index.hpp"
#include "response/solver/fill_rows-inl.hpp"
#include "response/solver/free_rotation-inl.hpp"
#include "response/solver/row_block.hpp"
#include "response/solver/solve_impacts-inl.hpp"
#include "response/solver/solve_row-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension>
class Substeps {
public:
    using M = BodyMath<Dimension>;
    using Vector = typename M::template Vector<float>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE Substeps(std::span<Body> bodies, std::span<Contact> contacts,
                        SolverProblem<Dimension>& problem, const SolverOptions& options, float dt,
                        ParallelFor parallelFor)
        : bodies_(bodies),
          contacts_(contacts),
          problem_(problem),
          substep_{dt / static_cast<float>(options.substeps), options},
          parallelFor_(parallelFor) {}

    HWY_INLINE void run() {
        loadBodies();
        fillRows();
        problem_.impacts.prepare(bodies_.size(), contacts_.size());
        ImpactSolver<Dimension> impacts(bodies_, contacts_, problem_, substep_);
        for (std::uint32_t i = 0; i < substep_.options.substeps; ++i) {
            accelerate();
            const int sweeps = impacts.run() ? kSweepsAfterShock : 1;
            forRows([](auto& solver) HWY_ATTR { solver.warmStart(); });
            for (int sweep = 0; sweep < sweeps; ++sweep) {
                forRows([](auto& solver) HWY_ATTR { solver.solve(); });
            }
            move();
            forRows([](auto& solver) HWY_ATTR { solver.relax(); });
        }
        storeImpulses();
        storeBodies();
    }

private:
    /// A shock stops a heap as a whole, and leaves differences between neighbors. Sweeps level these.
    static constexpr int kSweepsAfterShock = 3;

    using States = BodyStates<Dimension>;
    using Motion = typename States::Motion;
    using Displacement = typename States::Displacement;

    HWY_INLINE void loadBodies() {
        const std::size_t rows = (bodies_.size() + kRowWidth) / kRowWidth;  // with what never moves
        problem_.states.resize(rows * kRowWidth);
        problem_.drives.resize(rows * kRowWidth);
        problem_.isGyroscopic.resize(rows);
        problem_.axes.resize(M::kHasGyroscopes ? rows * kRowWidth : 0);
        findContacts();
        forEachIndex(parallelFor_, rows, kStateRowsPerTask, [&](std::size_t row) HWY_ATTR {
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
        states.setDisplacement(state, {M::template zeroVector<float>(), M::noRotation()});
        if (state > 0 && state <= bodies_.size()) {
            const Body& body = bodies_[state - 1];
            states.setMotion(state - 1, {M::fromGlm(body.velocity), M::spinFromGlm(body.angularVelocity)});
            setDrive(state - 1);
        }
    }

    /// Finds the bodies with contacts.
    HWY_INLINE void findContacts() {
        problem_.hasContact.assign(bodies_.size(), 0);
        problem_.hasEdge.assign(bodies_.size(), 0);
        const auto add = [&](std::uint32_t body, float radius) {
            if (body != Contact::kStandsStill) {
                problem_.hasContact[body] = 1;
                problem_.hasEdge[body] |= radius == 0.0f ? 1 : 0;
            }
        };
        for (const Contact& contact : contacts_) {
            add(contact.bodyA, contact.radiusA);
            add(contact.bodyB, contact.radiusB);
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
            M::template zeroVector<float>(), 1.0f, {}, 1.0f, 0.0f, kUnlimited};
        if (body.inverseMass > 0.0f) {
            drive.acceleration = M::fromGlm(body.acceleration);
            drive.angularAcceleration = M::spinFromGlm(body.angularAcceleration);
            drive.linearFactor = 1.0f / (1.0f + h * body.linearDamping);
            drive.angularFactor = 1.0f / (1.0f + h * body.angularDamping);
            drive.freeFall = problem_.hasContact[i] != 0 ? 0.0f : 0.5f * h * h;
            drive.maxSpin = problem_.hasEdge[i] != 0 ? maxSpin : kUnlimited;
        }
        M::storeDrive(drive, problem_.drives[i + 1].all);
    }

    /// Tells whether the axis of a body of a row moves as it rotates freely. Then finds the principal axes.
    HWY_INLINE void findGyroscopes(std::size_t row) {
        problem_.isGyroscopic[row] = 0;
        if constexpr (M::kHasGyroscopes) {
            const std::size_t first = std::max(row * kRowWidth, std::size_t{1}) - 1;
            const std::size_t end = std::min((row + 1) * kRowWidth - 1, bodies_.size());
            for (std::size_t i = first; i < end && problem_.isGyroscopic[row] == 0; ++i) {
                if (M::isGyroscopic(M::fromGlm(bodies_[i].inverseInertia))) {
                    problem_.isGyroscopic[row] = 1;
                    findAxes(row);
                }
            }
        }
    }
    HWY_INLINE void findAxes(std::size_t row) {
        Lane inverse[6];
        for (std::size_t lane = 0; lane < kRowWidth; ++lane) {
            const std::size_t i = row * kRowWidth + lane;
            const bool isBody = i > 0 && i <= bodies_.size();
            const auto& inertia = isBody ? bodies_[i - 1].inverseInertia : typename Dimension::Inertia(0.0f);
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
        forEachIndex(parallelFor_, bodies_.size(), kStateRowsPerTask * kRowWidth,
                     [&](std::size_t i) HWY_ATTR {
                         Body& body = bodies_[i];
                         const Motion motion = States(problem_).motionOf(i);
                         const Displacement moved = States(problem_).displacementOf(i);
                         body.velocity = M::toGlm(motion.v);
                         body.angularVelocity = M::spinToGlm(motion.w);
                         body.translation = M::toGlm(moved.translation);
                         body.rotation = M::toGlm(moved.rotation);
                     });
    }

    /// Fills all rows from their contacts, and prepares them.
    HWY_INLINE void fillRows() {
        forAllRows([&](auto& block) HWY_ATTR {
            const auto contacts = std::to_array(block.contact);
            block = {};
            std::ranges::copy(contacts, block.contact);
            forLanes(block, [&](auto filler, Contact& contact)
                                HWY_ATTR { filler.fill(bodies_, contact, substep_.options, substep_.h); });
            forRow<Dimension>(block, States(problem_).data(), substep_, [](auto& solver) HWY_ATTR {
                solver.prepare();
                solver.findImpacts();
            });
        });
    }
    HWY_INLINE void storeImpulses() {
        forAllRows([&](auto& block) HWY_ATTR {
            forLanes(block, [](auto filler, Contact& contact) HWY_ATTR { filler.storeImpulses(contact); });
        });
    }
    /// Calls use(block) for all rows, in any order.
    template <class Use>
    HWY_INLINE void forAllRows(const Use& use) {
        constexpr std::uint32_t kCosts = 8;  // so many large rows of prepare() make a task
        forRange({0, problem_.large.colorStarts.back()}, {0, problem_.small.colorStarts.back()}, kCosts, use);
    }
    /// Calls use(filler, contact) for all contacts of a row.
    template <class Block, class Use>
    HWY_INLINE void forLanes(Block& block, const Use& use) {
        for (std::size_t lane = 0; lane < kRowWidth && block.contact[lane] != kNoContact; ++lane) {
            use(RowFiller<Dimension, Block>(block, lane), contacts_[block.contact[lane]]);
        }
    }

    /// Calls use(solver) for all rows, color by color.
    template <class Use>
    HWY_INLINE void forRows(const Use& use) {
        const auto ofRow = [&](auto& block)
                               HWY_ATTR { forRow<Dimension>(block, States(problem_).data(), substep_, use); };
        const auto &large = problem_.large.colorStarts, &small = problem_.small.colorStarts;
        for (std::size_t color = 0; color < SolverProblem<Dimension>::kColors; ++color) {
            const bool isOverflow = color == SolverProblem<Dimension>::kOverflow;
            forRange({large[color], large[color + 1]}, {small[color], small[color + 1]},
                     isOverflow ? std::numeric_limits<std::uint32_t>::max() : kRowsPerTask, ofRow);
        }
    }

    struct RowRange {
        std::uint32_t first, end;
        [[nodiscard]] std::uint32_t size() const { return end - first; }
    };
    /// Calls use(block) for rows that share no body that moves. Or, if all are in one task, in their order.
    /// @param perTask  how many large rows make a task, or twice as many small ones
    template <class Use>
    HWY_INLINE void forRange(RowRange large, RowRange small, std::uint32_t perTask, const Use& use) {
        const auto ofRange = [&](auto& rows, RowRange range) HWY_ATTR {
            for (std::uint32_t i = range.first; i < range.end; ++i) {
                use(rows.blocks[i]);
            }
        };
        if (large.size() + (small.size() + 1) / 2 <= perTask) {
            ofRange(problem_.large, large);
            ofRange(problem_.small, small);
            return;
        }
        const std::uint32_t largeTasks = (large.size() + perTask - 1) / perTask,
                            smallTasks = (small.size() + 2 * perTask - 1) / (2 * perTask);
        const auto partOf = [](RowRange range, std::uint32_t task, std::uint32_t size) {
            const std::uint32_t first = range.first + task * size;
            return RowRange{first, std::min(first + size, range.end)};
        };
        parallelFor_(largeTasks + smallTasks, [&](std::size_t number) HWY_ATTR {
            const auto task = static_cast<std::uint32_t>(number);
            if (task < largeTasks) {
                ofRange(problem_.large, partOf(large, task, perTask));
            } else {
                ofRange(problem_.small, partOf(small, task - largeTasks, 2 * perTask));
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

    HWY_INLINE void move() {
        const Lanes h = all<Lanes>(substep_.h);
        forBodies([&](float* state, const auto& drive, std::size_t first) HWY_ATTR {
            const auto at = [&](std::size_t group)
                                HWY_ATTR { return gatherRange(state + group, M::kStride); };
            const auto put = [&](std::size_t group, const Four<Lanes>& values)
                                 HWY_ATTR { scatterRange(values, state + group, M::kStride); };
            auto motion = M::template loadMotion<Lanes>(at);
            auto moved = M::template loadDisplacement<Lanes>(at);
            const Lanes spin = squareRoot(dot(motion.w, motion.w));
            if (const auto isTooFast = drive.maxSpin < spin; isAny(isTooFast)) {
                motion.w = motion.w * select(isTooFast, drive.maxSpin / spin, all<Lanes>(1.0f));
                M::template storeMotion<Lanes>(motion, put);
            }
            // What falls freely stays exactly on its parabola: the velocity of the middle of the substep.
            moved.translation = moved.translation + (motion.v * h - drive.acceleration * drive.freeFall);
            if (problem_.isGyroscopic[first / kRowWidth] != 0) {
                if constexpr (M::kHasGyroscopes) {
                    const float* const stored = problem_.axes[first].all;
                    const auto axes = PrincipalAxes::load(
                        [&](std::size_t group) HWY_ATTR { return gatherRange(stored + group, kAxesStride); });
                    FreeRotation free(axes, moved.rotation, motion.w);
                    free.run(h);
                    moved.rotation = free.rotation();
                    motion.w = free.angularVelocity();
                    M::template storeMotion<Lanes>(motion, put);
                }
            } else {
                moved.rotation = M::template turned<Lanes>(moved.rotation, motion.w * h);
            }
            M::template storeDisplacement<Lanes>(moved, put);
        });
    }

    /// Calls use(first state, drives, number of the first state) for a vector of bodies at a time.
    template <class Use>
    HWY_INLINE void forBodies(const Use& use) {
        const std::size_t count = problem_.states.size() / kLanes;
        forEachIndex(
            parallelFor_, count, kStateRowsPerTask * (kRowWidth / kLanes), [&](std::size_t k) HWY_ATTR {
                const std::size_t i = k * kLanes;
                const float* const drives = problem_.drives[i].all;
                const auto drive = M::template loadDrive<Lanes>(
                    [&](std::size_t group) HWY_ATTR { return gatherRange(drives + group, M::kDriveStride); });
                use(problem_.states[i].all, drive, i);
            });
    }

    static constexpr std::size_t kAxesStride = sizeof(BodyAxes) / sizeof(float);
    // A task takes about a microsecond: it costs a tenth of that to claim it.
    static constexpr std::uint32_t kRowsPerTask = 2;
    static constexpr std::size_t kStateRowsPerTask = 16;

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    SolverProblem<Dimension>& problem_;
    Substep substep_;
    ParallelFor parallelFor_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
