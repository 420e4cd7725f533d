#pragma once

/// @file
/// Graph coloring of contacts.

#include "response/solver/row_block.hpp"

#include <sat3d/core/config.hpp>
#include <sat3d/response/contact_solver.hpp>

#include <span>

namespace sat3d::inline SAT3D_ABI::detail {

/// Distributes contacts to rows: contacts in one row, and in all rows of one color, share no body that moves.
/// So their order does not matter, and they can be solved at the same time. Greedy, in the order of the
/// contacts. Contacts with what stands still get the last colors: what is solved last is met best.
///
/// Sets places, and the sizes and colors of the rows. Makes every lane empty.
template <class Dimension>
void colorContacts(std::span<const BasicSolverBody<Dimension>> bodies,
                   std::span<const BasicSolverContact<Dimension>> contacts,
                   SolverProblem<Dimension>& problem);

}  // namespace sat3d::inline SAT3D_ABI::detail
