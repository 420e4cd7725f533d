#include "core/parallel/for_each_index.hpp"
#include "core/parallel/team.hpp"
#include "response/solver/solver_kernels.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

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

/// Lists what the graph of constraints sees of bodies and contacts.
template <class Dimension>
void listConstraints(std::span<const BasicSolverBody<Dimension>> bodies,
                     std::span<const BasicSolverContact<Dimension>> contacts,
                     detail::SolverProblem<Dimension>& problem, ParallelFor loop) {
    constexpr std::size_t kPerTask = 1024;
    problem.isMoved.resize(bodies.size());
    detail::forEachIndex(loop, bodies.size(), kPerTask,
                         [&](std::size_t i) { problem.isMoved[i] = detail::isMoved(bodies[i]) ? 1 : 0; });
    problem.constraints.resize(contacts.size());
    detail::forEachIndex(loop, contacts.size(), kPerTask, [&](std::size_t i) {
        const auto& [bodyA, bodyB] = std::pair(contacts[i].bodyA, contacts[i].bodyB);
        problem.constraints[i] = {bodyA, bodyB, contacts[i].pointCount > detail::kFewPoints ? 0u : 1u};
    });
}

}  // namespace

template <class Dimension>
struct BasicContactSolver<Dimension>::Memory {
    detail::SolverProblem<Dimension> problem;
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
    detail::Team::run(parallelFor, [&](ParallelFor loop) { stepInTeam(bodies, contacts, dt, loop); });
}

template <class Dimension>
void BasicContactSolver<Dimension>::stepInTeam(std::span<Body> bodies, std::span<Contact> contacts, float dt,
                                               ParallelFor loop) {
    for ([[maybe_unused]] const Contact& contact : contacts) {
        const auto isSound = [&](std::uint32_t body) {
            return body == Contact::kStandsStill || body < bodies.size();
        };
        SAT3D_ASSERT(isSound(contact.bodyA) && isSound(contact.bodyB), "a contact of no such body");
        SAT3D_ASSERT(contact.pointCount <= contact.points.size(), "a contact has too many points");
    }
    listConstraints<Dimension>(bodies, contacts, memory_->problem, loop);
    detail::colorConstraints(memory_->problem);
    detail::runSubsteps(bodies, contacts, memory_->problem, options_, dt, loop);
}

template class BasicContactSolver<Dimension3>;
template class BasicContactSolver<Dimension2>;

}  // namespace sat3d::inline SAT3D_ABI
