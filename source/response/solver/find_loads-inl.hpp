// What presses the bodies of a step: which of their contacts are to be firm, and which need more sweeps. All
// follows from the impulses with which the step begins.
#if defined(SAT3D_RESPONSE_FIND_LOADS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SAT3D_RESPONSE_FIND_LOADS_INL_HPP
#undef SAT3D_RESPONSE_FIND_LOADS_INL_HPP
#else
#define SAT3D_RESPONSE_FIND_LOADS_INL_HPP
#endif

#include "response/solver/problem/problem_access-inl.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/rows/substep-inl.hpp"

#include <sat3d/response/contact_solver.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace sat3d::SAT3D_ABI::HWY_NAMESPACE {

/// Call start() once in a step, add() for each wheel and contact, then finish().
template <class Dimension>
class LoadFinder {
public:
    using Contact = BasicSolverContact<Dimension>;
    using Vector = typename Dimension::Vector;

    HWY_INLINE LoadFinder(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem,
                          const Substep& substep)
        : bodies_(constraints.bodies),
          contacts_(constraints.contacts),
          joints_(constraints.joints),
          problem_(problem),
          substep_(substep) {}

    HWY_INLINE void start() {
        problem_.isSqueezed.clear();
        problem_.pushes.assign(bodies_.size(), Vector(0.0f));
        findOwnLoads();
    }
    HWY_INLINE void add(const SolverWheel<Dimension>& wheel) {
        markLight(wheel.bodyA, wheel.bodyB);
        addLoad(wheel.bodyA, wheel.bodyB, wheel.normal, wheel.springImpulse + wheel.stopImpulse);
    }
    HWY_INLINE void add(const Contact& contact) {
        const float load = impulseOf(contact);
        markLight(contact.bodyA, contact.bodyB);
        addLoad(contact.bodyA, contact.bodyB, contact.normal, load);
        for (const bool isA : {true, false}) {
            const std::uint32_t body = isA ? contact.bodyA : contact.bodyB;
            if (body != Contact::kStandsStill) {
                problem_.pushes[body] += contact.normal * (isA ? -load : load);
            }
        }
    }
    HWY_INLINE void finish() { markThrown(); }

private:
    /// A body is light if what touches it has this many times its mass.
    static constexpr float kHeavier = 16.0f;
    /// What gives a body less than this in a substep does not throw it. m/s
    static constexpr float kThrow = 0.35f;
    /// If the load of a stack is gone, so many of its bodies are marked at most.
    static constexpr int kMostUnder = 8;

    /// Lets contacts with what cannot be pushed be firm up to twice what a body's own forces, joints and
    /// motors press with in a substep, and what hardly moves it.
    HWY_INLINE void findOwnLoads() {
        problem_.firmTo.resize(bodies_.size());
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const auto pull = accelerationOf(bodies_[i]);
            problem_.firmTo[i] = (kThrow + 2.0f * substep_.h * std::sqrt(glm::dot(pull, pull))) *
                                 inverseOf(bodies_[i].inverseMass);
        }
        for (const auto& joint : joints_) {
            float held = 0.0f, driven = 0.0f;
            for (std::size_t i = 0; i < JointSizes<Dimension>::kLinear; ++i) {
                held = held + std::abs(joint.axes[i].holdImpulse);
                driven = driven + std::abs(joint.axes[i].driveImpulse);
            }
            addLoad(joint.bodyA, joint.bodyB, Vector(1.0f), held);
            for (const std::uint32_t body : {joint.bodyA, joint.bodyB}) {
                if (body != Contact::kStandsStill) {
                    problem_.firmTo[body] = problem_.firmTo[body] + 2.0f * driven;
                }
            }
        }
    }
    /// Adds twice the impulse, in a substep of the last step, with which two bodies press each other.
    /// @param direction  of the impulse
    HWY_INLINE void addLoad(std::uint32_t bodyA, std::uint32_t bodyB, const Vector& direction, float load) {
        if (isPushable<Dimension>(bodies_, bodyA, direction) &&
            isPushable<Dimension>(bodies_, bodyB, direction)) {
            problem_.firmTo[bodyA] = problem_.firmTo[bodyA] + 2.0f * load;
            problem_.firmTo[bodyB] = problem_.firmTo[bodyB] + 2.0f * load;
        }
    }

    HWY_INLINE void mark(std::uint32_t body) {
        problem_.isSqueezed.resize(problem_.states.size());
        problem_.isSqueezed[body + 1] = 1;
    }
    /// Marks the light one of two bodies that touch, if the other one is heavy.
    HWY_INLINE void markLight(std::uint32_t bodyA, std::uint32_t bodyB) {
        if (bodyA == Contact::kStandsStill || bodyB == Contact::kStandsStill) {
            return;
        }
        const float a = bodies_[bodyA].inverseMass, b = bodies_[bodyB].inverseMass;
        if (std::min(a, b) > 0.0f && std::max(a, b) > kHeavier * std::min(a, b)) {
            mark(a > b ? bodyA : bodyB);
        }
    }
    [[nodiscard]] HWY_INLINE bool isThrownBy(float impulse, std::uint32_t body) const {
        return impulse * bodies_[body].inverseMass > 2.0f * kThrow;
    }
    /// Marks the bodies that the impulses with which this step begins would throw, because something heavy
    /// that pressed them is gone, and those under them that bear as much.
    HWY_INLINE void markThrown() {
        bool isAny = false;
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            if (isThrownBy(glm::length(problem_.pushes[i]), i)) {
                mark(i);
                isAny = true;
            }
        }
        for (int pass = 0; pass < kMostUnder && isAny; ++pass) {
            isAny = markUnderMarked();
        }
    }
    /// @return whether there are any
    HWY_INLINE bool markUnderMarked() {
        const auto isMarked = [&](std::uint32_t body) {
            return body != Contact::kStandsStill && problem_.isSqueezed[body + 1] != 0;
        };
        bool isAny = false;
        for (const Contact& contact : contacts_) {
            const bool isA = isMarked(contact.bodyA);
            const std::uint32_t other = isA ? contact.bodyB : contact.bodyA;
            if (isA != isMarked(contact.bodyB) && other != Contact::kStandsStill &&
                isThrownBy(impulseOf(contact), other)) {
                mark(other);
                isAny = true;
            }
        }
        return isAny;
    }

    std::span<const BasicSolverBody<Dimension>> bodies_;
    std::span<const Contact> contacts_;
    std::span<const SolverJoint<Dimension>> joints_;
    SolverProblem<Dimension>& problem_;
    const Substep& substep_;
};

}  // namespace sat3d::SAT3D_ABI::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
