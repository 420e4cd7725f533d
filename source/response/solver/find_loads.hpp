#pragma once

/// @file
/// What presses the bodies of a step: which of their contacts are to be firm, and which need more sweeps. All
/// follows from the impulses with which the step begins.

#include "response/solver/problem/row_block.hpp"
#include "response/solver/solver_kernels.hpp"

#include <sat3d/core/parallel_for.hpp>

namespace sat3d::SAT3D_ABI {

/// Finds the firmness of all contacts, and marks the bodies that are squeezed, with the ranks of their
/// contacts and wheels.
/// @param problem  with constraints and briefs of contacts
/// @param h        of a substep, seconds
template <class Dimension>
void findLoads(const Constraints<Dimension>& constraints, SolverProblem<Dimension>& problem, float h,
               ParallelFor loop);

}  // namespace sat3d::SAT3D_ABI
