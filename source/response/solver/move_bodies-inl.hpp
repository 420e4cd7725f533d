// The motion of bodies in a step: their states are loaded, accelerated, moved in each substep, and stored.
#if defined(SAT3D_RESPONSE_MOVE_BODIES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_MOVE_BODIES_INL_HPP
#undef SAT3D_RESPONSE_MOVE_BODIES_INL_HPP
#else
#define SAT3D_RESPONSE_MOVE_BODIES_INL_HPP
#endif

#include "response/motion/locked_axes.hpp"
#include "response/solver/free_rotation-inl.hpp"
#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Moves the bodies of a step between the passes over their constraints, a vector of bodies at a time.
template <class Dimension>
class BodyMover {
public:
    using M = BodyMath<Dimension>;
    using Body = BasicSolverBody<Dimension>;
    using Contact = BasicSolverContact<Dimension>;

    HWY_INLINE BodyMover(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem,
                         const Substep& substep, ParallelFor parallelFor)
        : bodies_(constraints.bodies),
          contacts_(constraints.contacts),
          wheels_(constraints.wheels),
          problem_(problem),
          substep_(substep),
          parallelFor_(parallelFor) {}

    HWY_INLINE void load() {
        const std::size_t rows = (bodies_.size() + kRowWidth) / kRowWidth;  // with what never moves
        problem_.states.resize(rows * kRowWidth);
        problem_.drives.resize(rows * kRowWidth);
        problem_.gyroscopes.resize(rows);
        problem_.hasTurned.assign(problem_.states.size(), 0);
        problem_.axes.resize(M::kHasGyroscopes ? rows * kRowWidth : 0);
        problem_.inertias.resize(problem_.axes.size());
        findContacts();
        detail::forEachIndex(parallelFor_, rows, kStateRowsPerTask, [&](std::size_t row) HWY_ATTR {
            for (std::size_t state = row * kRowWidth; state < (row + 1) * kRowWidth; ++state) {
                loadState(state);
            }
            findGyroscopes(row);
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

    /// Whether the inertia of any body counts as turned.
    [[nodiscard]] HWY_INLINE bool isAnyTurned() const { return isAnyTurned_.load(std::memory_order_relaxed); }

    HWY_INLINE void store() {
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

private:
    using States = BodyStates<Dimension>;
    using Motion = typename States::Motion;
    using Displacement = typename States::Displacement;

    /// Sets the state of a body, of what never moves, or of nothing.
    HWY_INLINE void loadState(std::size_t state) {
        problem_.states[state] = {};
        problem_.drives[state] = {};
        if constexpr (M::kHasGyroscopes) {
            problem_.inertias[state] = {};
        }
        const States states(problem_);
        states.setDisplacementAt(state, {M::template zeroVector<float>(), M::noRotation()});
        if (state > 0 && state <= bodies_.size()) {
            const Body& body = bodies_[state - 1];
            states.setMotion(state - 1, {M::fromGlm(body.velocity), M::spinFromGlm(body.angularVelocity)});
            setDrive(state - 1);
            if constexpr (M::kHasGyroscopes) {
                const auto inertia = M::fromGlm(body.inverseInertia);
                problem_.inertias[state] = {
                    {inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz}};
            }
        }
    }

    /// Finds the bodies with contacts, and those that may turn only so far.
    HWY_INLINE void findContacts() {
        problem_.hasContact.assign(bodies_.size(), 0);
        problem_.hasEdge.assign(bodies_.size(), 0);
        problem_.meetTimes.assign(bodies_.size(), 1.0f);
        problem_.capsuleAxes.assign(bodies_.size(), typename Dimension::Vector(0.0f));
        for (const auto& wheel : wheels_.wheels) {
            for (const std::uint32_t body : {wheel.bodyA, wheel.bodyB}) {
                if (body != Contact::kStandsStill) {
                    problem_.hasContact[body] = 1;
                }
            }
        }
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            const float meetTime = problem_.briefs[i].meetTime;
            for (const bool isA : {true, false}) {
                const std::uint32_t body =
                    isA ? problem_.constraints[i].bodyA : problem_.constraints[i].bodyB;
                if (body != Contact::kStandsStill) {
                    // What only passes something falls freely.
                    problem_.hasContact[body] |= meetTime < 1.0f ? 1 : 0;
                    problem_.meetTimes[body] = std::min(problem_.meetTimes[body], meetTime);
                    if (meetTime < 1.0f && problem_.hasEdge[body] == 0) {
                        addArms(body, contacts_[i], isA);
                    }
                }
            }
        }
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

    static constexpr std::size_t kAxesStride = sizeof(BodyAxes) / sizeof(float);
    static constexpr std::size_t kStateRowsPerTask = 8;

    std::span<Body> bodies_;
    std::span<Contact> contacts_;
    SolverWheels<Dimension> wheels_;
    SolverProblem<Dimension>& problem_;
    const Substep& substep_;
    ParallelFor parallelFor_;
    std::atomic<bool> isAnyTurned_{false};  ///< whether any body has turned far in this step
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
