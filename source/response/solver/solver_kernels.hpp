#pragma once

/// @file
/// The substeps of the contact solver, compiled for every instruction set.

#include "response/solver/row_block.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

/// Moves bodies through a step, and stores the impulses in the contacts.
/// @param problem  with colored contacts
void runSubsteps(std::span<SolverBody> bodies, std::span<SolverContact> contacts,
                 SolverProblem<Dimension3>& problem, const SolverOptions& options, float dt,
                 ParallelFor parallelFor);
void runSubsteps(std::span<PlanarSolverBody> bodies, std::span<PlanarSolverContact> contacts,
                 SolverProblem<Dimension2>& problem, const SolverOptions& options, float dt,
                 ParallelFor parallelFor);

}  // namespace sat3d::inline SAT3D_ABI::detail
