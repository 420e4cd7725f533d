// The order of work in a step of the contact solver.
#if defined(SAT3D_RESPONSE_SUBSTEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#endif

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
        problem_.states.assign(rows * kRowWidth, {});
        problem_.drives.assign(rows * kRowWidth, {});
        const States states(problem_);
        const Displacement none{M::template zeroVector<float>(), M::noRotation()};
        for (std::size_t i = 0; i < problem_.states.size(); ++i) {
            states.setDisplacement(i, none);
        }
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Body& body = bodies_[i];
            states.setMotion(i, {M::fromGlm(body.velocity), M::spinFromGlm(body.angularVelocity)});
        }
        findGyroscopes();
        findContacts();
        setDrives();
    }

    /// Finds the bodies with contacts.
    HWY_INLINE void findContacts() {
        problem_.hasContact.assign(bodies_.size(), false);
        problem_.hasEdge.assign(bodies_.size(), false);
        const auto add = [&](std::uint32_t body, float radius) {
            if (body != Contact::kStandsStill) {
                problem_.hasContact[body] = true;
                problem_.hasEdge[body] = problem_.hasEdge[body] || radius == 0.0f;
            }
        };
        for (const Contact& contact : contacts_) {
            add(contact.bodyA, contact.radiusA);
            add(contact.bodyB, contact.radiusB);
        }
    }

    HWY_INLINE void setDrives() {
        // The normals of contacts are those of the start of the step. If bodies turned farther, they would
        // gain energy from them.
        constexpr float kMaxTurn = 0.78539816f;  ///< radians in a step: an eighth of a turn
        constexpr float kUnlimited = std::numeric_limits<float>::max();
        const float h = substep_.h;
        const float maxSpin = kMaxTurn / (h * static_cast<float>(substep_.options.substeps));
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Body& body = bodies_[i];
            typename M::template Drive<float> drive{
                M::template zeroVector<float>(), 1.0f, {}, 1.0f, 0.0f, kUnlimited};
            if (body.inverseMass > 0.0f) {
                drive.acceleration = M::fromGlm(body.acceleration);
                drive.angularAcceleration = M::spinFromGlm(body.angularAcceleration);
                drive.linearFactor = 1.0f / (1.0f + h * body.linearDamping);
                drive.angularFactor = 1.0f / (1.0f + h * body.angularDamping);
                drive.freeFall = problem_.hasContact[i] ? 0.0f : 0.5f * h * h;
                drive.maxSpin = problem_.hasEdge[i] ? maxSpin : kUnlimited;
            }
            M::storeDrive(drive, problem_.drives[i + 1].all);
        }
    }

    /// Finds the bodies whose axis moves as they rotate freely, and the principal axes of their rows.
    HWY_INLINE void findGyroscopes() {
        problem_.isGyroscopic.assign(problem_.states.size() / kRowWidth, false);
        if constexpr (M::kHasGyroscopes) {
            problem_.axes.resize(problem_.states.size());
            for (std::size_t i = 0; i < bodies_.size(); ++i) {
                const std::size_t row = (i + 1) / kRowWidth;
                if (!problem_.isGyroscopic[row] && M::isGyroscopic(M::fromGlm(bodies_[i].inverseInertia))) {
                    problem_.isGyroscopic[row] = true;
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
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            Body& body = bodies_[i];
            const Motion motion = States(problem_).motionOf(i);
            const Displacement moved = States(problem_).displacementOf(i);
            body.velocity = M::toGlm(motion.v);
            body.angularVelocity = M::spinToGlm(motion.w);
            body.translation = M::toGlm(moved.translation);
            body.rotation = M::toGlm(moved.rotation);
        }
    }

    /// Fills all rows from their contacts, and prepares them.
    HWY_INLINE void fillRows() {
        forAllRows([&](auto& block) HWY_ATTR {
            const auto contacts = std::to_array(block.contact);
            block = {};
            std::ranges::copy(contacts, block.contact);
            forLanes(block, [&](auto filler, const Contact& contact)
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
    /// Calls use(block) for all rows.
    template <class Use>
    HWY_INLINE void forAllRows(const Use& use) {
        std::ranges::for_each(problem_.large.blocks, use);
        std::ranges::for_each(problem_.small.blocks, use);
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
        const auto ofColor = [&](auto& rows, std::size_t color) HWY_ATTR {
            const std::uint32_t first = rows.colorStarts[color], end = rows.colorStarts[color + 1];
            const auto ofRange = [&](std::uint32_t from, std::uint32_t to) HWY_ATTR {
                for (std::uint32_t i = from; i < to; ++i) {
                    forRow<Dimension>(rows.blocks[i], States(problem_).data(), substep_, use);
                }
            };
            // Rows of one color share no body that moves, but for the overflow.
            if (end - first <= kRowsPerTask || color == SolverProblem<Dimension>::kOverflow) {
                ofRange(first, end);
                return;
            }
            parallelFor_((end - first + kRowsPerTask - 1) / kRowsPerTask, [&](std::size_t task) HWY_ATTR {
                const std::uint32_t from = first + static_cast<std::uint32_t>(task) * kRowsPerTask;
                ofRange(from, std::min(from + kRowsPerTask, end));
            });
        };
        for (std::size_t color = 0; color < SolverProblem<Dimension>::kColors; ++color) {
            ofColor(problem_.large, color);
            ofColor(problem_.small, color);
        }
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
            if (problem_.isGyroscopic[first / kRowWidth]) {
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
        for (std::size_t i = 0; i < problem_.states.size(); i += kLanes) {
            const float* const drives = problem_.drives[i].all;
            const auto drive = M::template loadDrive<Lanes>(
                [&](std::size_t group) HWY_ATTR { return gatherRange(drives + group, M::kDriveStride); });
            use(problem_.states[i].all, drive, i);
        }
    }

    static constexpr std::size_t kAxesStride = sizeof(BodyAxes) / sizeof(float);
    static constexpr std::uint32_t kRowsPerTask = 64;  ///< about 10 us

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    SolverProblem<Dimension>& problem_;
    Substep substep_;
    ParallelFor parallelFor_;
};

}  // namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
