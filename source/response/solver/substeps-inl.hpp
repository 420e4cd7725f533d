// The order of work in a step of the contact solver.
#if defined(SAT3D_RESPONSE_SUBSTEPS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#undef SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#else
#define SAT3D_RESPONSE_SUBSTEPS_INL_HPP
#endif

#include "response/solver/fill_rows-inl.hpp"
#include "response/solver/impacts-inl.hpp"
#include "response/solver/row_block.hpp"
#include "response/solver/solve_row-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace sat3d::inline SAT3D_ABI::detail::HWY_NAMESPACE {

template <class Dimension>
class Substeps {
public:
    using M = Maths<Dimension>;
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
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            fill(i);
        }
        for (std::uint32_t i = 0; i < substep_.options.substeps; ++i) {
            accelerate();
            solveImpacts();
            forRows([](auto& solver) HWY_ATTR { solver.warmStart(); });
            forRows([](auto& solver) HWY_ATTR { solver.solve(); });
            move();
            forRows([](auto& solver) HWY_ATTR { solver.relax(); });
        }
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            withRow(i, [&](auto& block, std::size_t lane) HWY_ATTR {
                RowFiller<Dimension, std::remove_reference_t<decltype(block)>>(block, lane)
                    .storeImpulses(contacts_[i]);
            });
        }
        storeBodies();
    }

private:
    using Motion = typename M::template Motion<float>;
    using Displacement = typename M::template Displacement<float>;

    [[nodiscard]] HWY_INLINE float* states() { return problem_.states.front().all; }

    [[nodiscard]] HWY_INLINE Motion motionOf(std::size_t body) {
        return M::template loadMotion<float>([&](std::size_t group) HWY_ATTR {
            return gatherOne(states() + group, M::kStride, static_cast<std::uint32_t>(body + 1));
        });
    }
    HWY_INLINE void setMotion(std::size_t body, const Motion& motion) {
        M::template storeMotion<float>(motion, [&](std::size_t group, const Four<float>& values) HWY_ATTR {
            scatterOne(values, states() + group, M::kStride, static_cast<std::uint32_t>(body + 1));
        });
    }
    [[nodiscard]] HWY_INLINE Displacement displacementOf(std::size_t body) {
        return M::template loadDisplacement<float>([&](std::size_t group) HWY_ATTR {
            return gatherOne(states() + group, M::kStride, static_cast<std::uint32_t>(body + 1));
        });
    }
    HWY_INLINE void setDisplacement(std::size_t state, const Displacement& moved) {
        M::template storeDisplacement<float>(
            moved, [&](std::size_t group, const Four<float>& values) HWY_ATTR {
                scatterOne(values, states() + group, M::kStride, static_cast<std::uint32_t>(state));
            });
    }

    HWY_INLINE void loadBodies() {
        const std::size_t rows = (bodies_.size() + kRowWidth) / kRowWidth;  // with what never moves
        problem_.states.assign(rows * kRowWidth, {});
        problem_.drives.assign(rows * kRowWidth, {});
        const Displacement none{M::template zeroVector<float>(), M::noRotation()};
        for (std::size_t i = 0; i < problem_.states.size(); ++i) {
            setDisplacement(i, none);
        }
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Body& body = bodies_[i];
            setMotion(i, {M::fromGlm(body.velocity), M::spinFromGlm(body.angularVelocity)});
        }
        findGyroscopes();
        problem_.hasContact.assign(bodies_.size(), false);
        for (const Contact& contact : contacts_) {
            for (const std::uint32_t body : {contact.bodyA, contact.bodyB}) {
                if (body != Contact::kStandsStill) {
                    problem_.hasContact[body] = true;
                }
            }
        }
        setDrives();
    }

    HWY_INLINE void setDrives() {
        const float h = substep_.h;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Body& body = bodies_[i];
            typename M::template Drive<float> drive{M::template zeroVector<float>(), 1.0f, {}, 1.0f, 0.0f};
            if (body.inverseMass > 0.0f) {
                drive.acceleration = M::fromGlm(body.acceleration);
                drive.angularAcceleration = M::spinFromGlm(body.angularAcceleration);
                drive.linearFactor = 1.0f / (1.0f + h * body.linearDamping);
                drive.angularFactor = 1.0f / (1.0f + h * body.angularDamping);
                drive.freeFall = problem_.hasContact[i] ? 0.0f : 0.5f * h * h;
            }
            M::storeDrive(drive, problem_.drives[i + 1].all);
        }
    }

    HWY_INLINE void findGyroscopes() {
        problem_.gyroscopes.clear();
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            const auto inverse = M::fromGlm(bodies_[i].inverseInertia);
            if (M::isGyroscopic(inverse)) {
                problem_.gyroscopes.push_back({i, {}});
                M::toFloats(M::inverse(inverse), problem_.gyroscopes.back().inertia);
            }
        }
    }

    HWY_INLINE void storeBodies() {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            Body& body = bodies_[i];
            const Motion motion = motionOf(i);
            const Displacement moved = displacementOf(i);
            body.velocity = M::toGlm(motion.v);
            body.angularVelocity = M::spinToGlm(motion.w);
            body.translation = M::toGlm(moved.translation);
            body.rotation = M::toGlm(moved.rotation);
        }
    }

    template <class Use>
    HWY_INLINE void withRow(std::size_t contact, const Use& use) {
        const RowPlace& place = problem_.places[contact];
        if (place.isLarge) {
            use(problem_.large.blocks[place.block], std::size_t{place.lane});
        } else {
            use(problem_.small.blocks[place.block], std::size_t{place.lane});
        }
    }

    HWY_INLINE void fill(std::size_t contact) {
        withRow(contact, [&](auto& block, std::size_t lane) HWY_ATTR {
            RowFiller<Dimension, std::remove_reference_t<decltype(block)>>(block, lane)
                .fill(bodies_, contacts_[contact], substep_.options, substep_.h);
        });
    }

    /// Calls use(solver) for all rows, color by color.
    template <class Use>
    HWY_INLINE void forRows(const Use& use) {
        const auto ofColor = [&](auto& rows, std::size_t color) HWY_ATTR {
            const std::uint32_t first = rows.colorStarts[color], end = rows.colorStarts[color + 1];
            const auto ofRange = [&](std::uint32_t from, std::uint32_t to) HWY_ATTR {
                for (std::uint32_t i = from; i < to; ++i) {
                    forRow<Dimension>(rows.blocks[i], states(), substep_, use);
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
        for (const auto& gyroscope : problem_.gyroscopes) {
            Motion motion = motionOf(gyroscope.body);
            motion.w = M::gyroscopic(M::fromFloats(gyroscope.inertia),
                                     displacementOf(gyroscope.body).rotation, motion.w, h);
            setMotion(gyroscope.body, motion);
        }
        forBodies([&](float* state, const auto& drive) HWY_ATTR {
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
        forBodies([&](float* state, const auto& drive) HWY_ATTR {
            const auto at = [&](std::size_t group)
                                HWY_ATTR { return gatherRange(state + group, M::kStride); };
            const auto motion = M::template loadMotion<Lanes>(at);
            auto moved = M::template loadDisplacement<Lanes>(at);
            // What falls freely stays exactly on its parabola: the velocity of the middle of the substep.
            moved.translation = moved.translation + (motion.v * h - drive.acceleration * drive.freeFall);
            moved.rotation = M::template turned<Lanes>(moved.rotation, motion.w * h);
            M::template storeDisplacement<Lanes>(
                moved, [&](std::size_t group, const Four<Lanes>& values)
                           HWY_ATTR { scatterRange(values, state + group, M::kStride); });
        });
    }

    /// Calls use(first state, drives) for a vector of bodies at a time.
    template <class Use>
    HWY_INLINE void forBodies(const Use& use) {
        for (std::size_t i = 0; i < problem_.states.size(); i += kLanes) {
            const float* const drives = problem_.drives[i].all;
            use(problem_.states[i].all, M::template loadDrive<Lanes>([&](std::size_t group) HWY_ATTR {
                    return gatherRange(drives + group, M::kDriveStride);
                }));
        }
    }

    /// Several passes, so that an impact passes on through bodies that touch.
    HWY_INLINE void solveImpacts() {
        constexpr int kPasses = 8;
        bool isOn = !problem_.bouncy.empty();
        for (int pass = 0; pass < kPasses && isOn; ++pass) {
            isOn = false;
            for (const std::uint32_t i : problem_.bouncy) {
                isOn = solveImpact(i) || isOn;
            }
        }
    }

    HWY_INLINE bool solveImpact(std::size_t index) {
        Contact& contact = contacts_[index];
        bool isHit = false;
        withRow(index, [&](auto& block, std::size_t lane) HWY_ATTR {
            Impact<Dimension, std::remove_reference_t<decltype(block)>> impact(block, states(), lane,
                                                                               approachOf(contact), substep_);
            isHit = impact.run();
            for (std::uint32_t i = 0; isHit && i < contact.pointCount; ++i) {
                contact.points[i].totalImpulse += impact.impulse(i);
            }
        });
        return isHit;
    }

    [[nodiscard]] HWY_INLINE float approachOf(const Contact& contact) const {
        const auto of = [&](std::uint32_t body) HWY_ATTR {
            const bool accelerates = body != Contact::kStandsStill && bodies_[body].inverseMass > 0.0f;
            return accelerates ? M::fromGlm(bodies_[body].acceleration) : M::template zeroVector<float>();
        };
        return dot(M::fromGlm(contact.normal), of(contact.bodyA) - of(contact.bodyB));
    }

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
