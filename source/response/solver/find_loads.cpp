#include "response/solver/find_loads.hpp"

#include "response/motion/locked_axes.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sat3d::SAT3D_ABI {

namespace {

template <class Dimension>
class LoadFinder {
public:
    using Contact = BasicSolverContact<Dimension>;
    using Vector = typename Dimension::Vector;
    using Brief = ContactBrief<Dimension>;

    LoadFinder(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem, float h)
        : bodies_(constraints.bodies),
          joints_(constraints.joints),
          wheels_(constraints.wheels.wheels),
          problem_(problem),
          contacts_(std::span(problem.constraints).first(problem.briefs.size())),
          h_(h) {}

    void run(ParallelFor loop) {
        problem_.isSqueezed.clear();
        problem_.pushes.assign(bodies_.size(), Vector(0.0f));
        findOwnLoads();
        for (const auto& wheel : wheels_) {
            markLight(wheel.bodyA, wheel.bodyB);
            addLoad(wheel.bodyA, wheel.bodyB, wheel.normal, wheel.springImpulse + wheel.stopImpulse);
        }
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            add(contacts_[i], problem_.briefs[i]);
        }
        markThrown();
        problem_.firmness.resize(contacts_.size());
        constexpr std::size_t kPerTask = 1024;
        detail::forEachIndex(loop, contacts_.size(), kPerTask, [&](std::size_t i) {
            problem_.firmness[i] = firmnessOf(contacts_[i], problem_.briefs[i]);
        });
        if (!problem_.isSqueezed.empty()) {
            for (ConstraintEnds& ends : contacts_) {
                ends.rank =
                    isSqueezed(ends.bodyA) || isSqueezed(ends.bodyB) ? ConstraintEnds::kSqueezed : ends.rank;
            }
        }
    }

private:
    /// A body is light if what touches it has this many times its mass.
    static constexpr float kHeavier = 16.0f;
    /// What gives a body less than this in a substep does not throw it. m/s
    static constexpr float kThrow = 0.35f;
    /// If the load of a stack is gone, so many of its bodies are marked at most.
    static constexpr int kMostUnder = 8;

    /// Lets contacts with what cannot be pushed be firm up to twice what a body's own forces, joints and
    /// motors press with in a substep, and what hardly moves it.
    void findOwnLoads() {
        problem_.firmTo.resize(bodies_.size());
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const auto pull = accelerationOf(bodies_[i]);
            const float inverse = bodies_[i].inverseMass, mass = inverse > 0.0f ? 1.0f / inverse : 0.0f;
            problem_.firmTo[i] = (kThrow + 2.0f * h_ * std::sqrt(glm::dot(pull, pull))) * mass;
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
    void add(const ConstraintEnds& ends, const Brief& contact) {
        markLight(ends.bodyA, ends.bodyB);
        addLoad(ends.bodyA, ends.bodyB, contact.normal, contact.impulse);
        for (const bool isA : {true, false}) {
            const std::uint32_t body = isA ? ends.bodyA : ends.bodyB;
            if (body != Contact::kStandsStill) {
                problem_.pushes[body] += contact.normal * (isA ? -contact.impulse : contact.impulse);
            }
        }
    }
    /// Adds twice the impulse, in a substep of the last step, with which two bodies press each other.
    /// @param direction  of the impulse
    void addLoad(std::uint32_t bodyA, std::uint32_t bodyB, const Vector& direction, float load) {
        if (isPushable(bodyA, direction) && isPushable(bodyB, direction)) {
            problem_.firmTo[bodyA] = problem_.firmTo[bodyA] + 2.0f * load;
            problem_.firmTo[bodyB] = problem_.firmTo[bodyB] + 2.0f * load;
        }
    }
    /// Whether a push moves the center of a body: not if it stands still, is kinematic, or may not move in
    /// this direction, even if it may turn.
    [[nodiscard]] bool isPushable(std::uint32_t body, const Vector& direction) const {
        constexpr float kRounding = 1e-3f;
        if (body == Contact::kStandsStill || bodies_[body].inverseMass == 0.0f) {
            return false;
        }
        const auto free = freeMoves(bodies_[body].locked) * direction;
        return !bodies_[body].locked.isAny() || glm::dot(free, free) > kRounding * kRounding;
    }
    [[nodiscard]] Firmness firmnessOf(const ConstraintEnds& ends, const Brief& contact) const {
        const bool movesA = isPushable(ends.bodyA, contact.normal),
                   movesB = isPushable(ends.bodyB, contact.normal);
        if (movesA == movesB) {
            return Firmness::Soft;
        }
        const std::uint32_t body = movesA ? ends.bodyA : ends.bodyB;
        return contact.impulse <= problem_.firmTo[body] ? Firmness::Firm : Firmness::Stiff;
    }

    [[nodiscard]] bool isSqueezed(std::uint32_t body) const {
        return body != Contact::kStandsStill && problem_.isSqueezed[body + 1] != 0;
    }
    void mark(std::uint32_t body) {
        problem_.isSqueezed.resize(bodies_.size() + 1);
        problem_.isSqueezed[body + 1] = 1;
    }
    /// Marks the light one of two bodies that touch, if the other one is heavy.
    void markLight(std::uint32_t bodyA, std::uint32_t bodyB) {
        if (bodyA == Contact::kStandsStill || bodyB == Contact::kStandsStill) {
            return;
        }
        const float a = bodies_[bodyA].inverseMass, b = bodies_[bodyB].inverseMass;
        if (std::min(a, b) > 0.0f && std::max(a, b) > kHeavier * std::min(a, b)) {
            mark(a > b ? bodyA : bodyB);
        }
    }
    [[nodiscard]] bool isThrownBy(float impulse, std::uint32_t body) const {
        return impulse * bodies_[body].inverseMass > 2.0f * kThrow;
    }
    /// Marks the bodies that the impulses with which this step begins would throw, because something heavy
    /// that pressed them is gone, and those under them that bear as much.
    void markThrown() {
        bool isAny = false;
        problem_.isThrown.assign(bodies_.size(), 0);
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            if (isThrownBy(glm::length(problem_.pushes[i]), i)) {
                problem_.isThrown[i] = 1;
                isAny = true;
            }
        }
        const bool isAnyThrown = isAny;
        for (int pass = 0; pass < kMostUnder && isAny; ++pass) {
            isAny = markUnderThrown();
        }
        for (std::uint32_t i = 0; i < bodies_.size() && isAnyThrown; ++i) {
            if (problem_.isThrown[i] != 0) {
                mark(i);
            }
        }
    }
    /// @return whether there are any
    bool markUnderThrown() {
        const auto isThrown = [&](std::uint32_t body) {
            return body != Contact::kStandsStill && problem_.isThrown[body] != 0;
        };
        bool isAny = false;
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            const ConstraintEnds& ends = contacts_[i];
            const bool isA = isThrown(ends.bodyA);
            const std::uint32_t other = isA ? ends.bodyB : ends.bodyA;
            if (isA != isThrown(ends.bodyB) && other != Contact::kStandsStill &&
                isThrownBy(problem_.briefs[i].impulse, other)) {
                problem_.isThrown[other] = 1;
                isAny = true;
            }
        }
        return isAny;
    }

    std::span<const BasicSolverBody<Dimension>> bodies_;
    std::span<const SolverJoint<Dimension>> joints_;
    std::span<const SolverWheel<Dimension>> wheels_;
    SolverProblem<Dimension>& problem_;
    std::span<ConstraintEnds> contacts_;  ///< in the order of the briefs
    float h_;
};

}  // namespace

template <class Dimension>
void findLoads(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem, float h,
               ParallelFor loop) {
    LoadFinder<Dimension>(constraints, problem, h).run(loop);
}
template void findLoads(const Constraints<Dimension3>&, SolverProblem<Dimension3>&, float, ParallelFor);
template void findLoads(const Constraints<Dimension2>&, SolverProblem<Dimension2>&, float, ParallelFor);

}  // namespace sat3d::SAT3D_ABI
