#include "core/parallel/team.hpp"
#include "response/solver/find_loads.hpp"
#include "response/solver/solver_kernels.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sat3d::SAT3D_ABI {

namespace {

/// Returns options without numbers that the solver cannot use.
SolverOptions usable(SolverOptions options) {
    const bool isUsable = options.substeps > 0 && options.contactHertz > 0.0f &&
                          options.dampingRatio > 0.0f && options.maxPushSpeed >= 0.0f &&
                          options.slop >= 0.0f && options.restitutionThreshold >= 0.0f &&
                          options.margin > 0.0f;
    SAT3D_ASSERT(isUsable, "options of the solver are positive");
    return isUsable ? options : SolverOptions{};
}

/// Contacts that did nothing in the last step, and are open, have a rank of their own: rows of these are
/// skipped.
template <class Dimension>
std::uint8_t rankOf(const BasicSolverContact<Dimension>& contact) {
    const auto points = std::span(contact.points).first(contact.pointCount);
    const bool isIdle = std::ranges::all_of(
        points, [](const auto& point) { return point.impulse == 0.0f && point.separation > 0.0f; });
    return isIdle ? ConstraintEnds::kIdle : ConstraintEnds::kBusy;
}
/// The rank of joints tells apart which of them lock angles, and which were at a limit in the last step:
/// rows solve all coordinates that any of their joints holds.
template <class Dimension>
std::uint8_t rankOf(const SolverJoint<Dimension>& joint) {
    bool locks = false, isAtLimit = false;
    for (const SolverJointAxis& axis : std::span(joint.axes).subspan(JointSizes<Dimension>::kLinear)) {
        (axis.isLocked() ? locks : isAtLimit) |= axis.isLocked() || axis.holdImpulse != 0.0f;
    }
    return static_cast<std::uint8_t>((locks ? 1 : 0) + (isAtLimit ? 2 : 0));
}

/// The impulses of a contact along its normal, in a substep of the last step.
template <class Dimension>
float impulseOf(const BasicSolverContact<Dimension>& contact) {
    float sum = 0.0f;
    for (std::uint32_t i = 0; i < contact.pointCount; ++i) {
        sum = sum + contact.points[i].impulse;
    }
    return sum;
}

/// Lists what the graph of constraints sees of bodies, contacts, joints and wheels.
template <class Dimension>
void listConstraints(const Constraints<Dimension>& all, SolverProblem<Dimension>& problem, ParallelFor loop) {
    constexpr std::size_t kPerTask = 1024;
    const auto bodies = all.bodies;
    const auto contacts = all.contacts;
    problem.isMoved.resize(bodies.size());
    detail::forEachIndex(loop, bodies.size(), kPerTask,
                         [&](std::size_t i) { problem.isMoved[i] = isMoved(bodies[i]) ? 1 : 0; });
    problem.briefs.resize(contacts.size());
    const std::size_t firstWheel = contacts.size() + all.joints.size();
    problem.constraints.resize(firstWheel + all.wheels.wheels.size());
    detail::forEachIndex(loop, contacts.size(), kPerTask, [&](std::size_t i) {
        const auto& contact = contacts[i];
        problem.constraints[i] = {contact.bodyA, contact.bodyB, contact.pointCount > kFewPoints ? 0u : 1u,
                                  rankOf(contact)};
        problem.briefs[i] = {contact.normal, impulseOf(contact), contact.meetTime};
    });
    for (std::size_t i = 0; i < all.joints.size(); ++i) {
        const auto& joint = all.joints[i];
        problem.constraints[contacts.size() + i] = {joint.bodyA, joint.bodyB,
                                                    joint.isPoint ? kPointKind : kJointKind, rankOf(joint)};
    }
    for (std::size_t i = 0; i < all.wheels.wheels.size(); ++i) {
        const auto& wheel = all.wheels.wheels[i];
        problem.constraints[firstWheel + i] = {wheel.bodyA, wheel.bodyB, kWheelKind};
    }
}

}  // namespace

template <class Dimension>
struct BasicContactSolver<Dimension>::Memory {
    SolverProblem<Dimension> problem;
};

template <class Dimension>
BasicContactSolver<Dimension>::BasicContactSolver(const SolverOptions& options)
    : options_(usable(options)), memory_(new Memory) {}
template <class Dimension>
BasicContactSolver<Dimension>::~BasicContactSolver() = default;
template <class Dimension>
BasicContactSolver<Dimension>::BasicContactSolver(const BasicContactSolver& other)
    : BasicContactSolver(other.options_) {}
template <class Dimension>
BasicContactSolver<Dimension>& BasicContactSolver<Dimension>::operator=(const BasicContactSolver& other) {
    options_ = other.options_;
    return *this;
}
template <class Dimension>
BasicContactSolver<Dimension>::BasicContactSolver(BasicContactSolver&& other) noexcept
    : BasicContactSolver(other.options_) {
    std::swap(memory_, other.memory_);
}
template <class Dimension>
BasicContactSolver<Dimension>& BasicContactSolver<Dimension>::operator=(BasicContactSolver&& other) noexcept {
    options_ = other.options_;
    std::swap(memory_, other.memory_);
    return *this;
}

template <class Dimension>
void BasicContactSolver<Dimension>::step(std::span<Body> bodies, std::span<Contact> contacts, float dt,
                                         ParallelFor parallelFor) {
    SAT3D_ASSERT(dt > 0.0f, "a step takes time");
    if (!(dt > 0.0f)) {
        return;
    }
    Team::run(parallelFor, [&](ParallelFor loop) {
        SolverAccess::step<Dimension>(*this, {bodies, contacts, {}, {}}, dt, loop);
    });
}

template <class Dimension>
void SolverAccess::step(BasicContactSolver<Dimension>& solver, const Constraints<Dimension>& constraints,
                        float dt, ParallelFor loop) {
    [[maybe_unused]] const auto isSound = [&](std::uint32_t body) {
        return body == BasicSolverContact<Dimension>::kStandsStill || body < constraints.bodies.size();
    };
    for ([[maybe_unused]] const auto& contact : constraints.contacts) {
        SAT3D_ASSERT(isSound(contact.bodyA) && isSound(contact.bodyB), "a contact of no such body");
        SAT3D_ASSERT(contact.pointCount <= contact.points.size(), "a contact has too many points");
    }
    SolverProblem<Dimension>& problem = solver.memory_->problem;
    listConstraints<Dimension>(constraints, problem, loop);
    findLoads(constraints, problem, dt / static_cast<float>(solver.options_.substeps), loop);
    colorConstraints(problem);
    runSubsteps(constraints, problem, solver.options_, dt, loop);
}

template class BasicContactSolver<Dimension3>;
template class BasicContactSolver<Dimension2>;
template void SolverAccess::step(BasicContactSolver<Dimension3>&, const Constraints<Dimension3>&, float,
                                 ParallelFor);
template void SolverAccess::step(BasicContactSolver<Dimension2>&, const Constraints<Dimension2>&, float,
                                 ParallelFor);

}  // namespace sat3d::SAT3D_ABI
