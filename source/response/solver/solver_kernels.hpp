#pragma once

/// @file
/// The two stages of a step of the contact solver: coloring, and the substeps, which are compiled for every
/// instruction set. And access to a solver inside a step that has a team of threads already.

#include "response/motion/locked_axes.hpp"
#include "response/solver/problem/row_block.hpp"
#include "response/solver/wheels/solver_wheel.hpp"

#include <sat3d/core/parallel_for.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <span>

namespace sat3d::SAT3D_ABI {

/// Whether constraints change the velocity of a body.
template <class Dimension>
[[nodiscard]] constexpr bool isMoved(const BasicSolverBody<Dimension>& body) {
    return body.inverseMass > 0.0f || body.inverseInertia != typename Dimension::Inertia(0.0f);
}

/// How other causes than constraints accelerate a body.
template <class Dimension>
[[nodiscard]] typename Dimension::Vector accelerationOf(const BasicSolverBody<Dimension>& body) {
    return body.inverseMass > 0.0f ? withLockedMoves(body.acceleration, body.locked)
                                   : typename Dimension::Vector(0.0f);
}

/// What a step of the solver moves, and what it respects.
template <class Dimension>
struct Constraints {
    std::span<BasicSolverBody<Dimension>> bodies;
    std::span<BasicSolverContact<Dimension>> contacts;
    std::span<SolverJoint<Dimension>> joints;
    SolverWheels<Dimension> wheels;
};

/// Distributes constraints to rows: those in one row, and in all rows of one color, share no body that moves.
/// So their order does not matter, and they can be solved at the same time. Greedy, in their order.
/// Contacts with what stands still get the last colors: what is solved last is met best. A motor that was
/// solved after them would push its body through the ground.
///
/// Sets places, the sizes and colors of the rows, and the constraints of each lane; nothing else of the rows.
/// @param problem  with constraints, and which bodies they move
template <class Dimension>
void colorConstraints(SolverProblem<Dimension>& problem);

/// Moves bodies through a step, and stores the impulses in the contacts, joints and wheels.
/// @param problem  with colored constraints
void runSubsteps(const Constraints<Dimension3>& constraints, SolverProblem<Dimension3>& problem,
                 const SolverOptions& options, float dt, ParallelFor parallelFor);
void runSubsteps(const Constraints<Dimension2>& constraints, SolverProblem<Dimension2>& problem,
                 const SolverOptions& options, float dt, ParallelFor parallelFor);

struct detail::SolverAccess {
    /// Does what step() does, with joints and wheels.
    /// @param loop  for hundreds of loops of a few microseconds: that of a Team
    template <class Dimension>
    static void step(BasicContactSolver<Dimension>& solver, const Constraints<Dimension>& constraints,
                     float dt, ParallelFor loop);
};
using detail::SolverAccess;

}  // namespace sat3d::SAT3D_ABI
