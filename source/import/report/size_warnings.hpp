#pragma once

/// Warnings about sizes that suggest a wrong unit.

#include "import/mesh/welded_mesh.hpp"

#include <sat3d/import/import.hpp>

namespace sat3d::SAT3D_ABI::importing {

/// Warns about a mesh or a shape that is too large or too small.
/// @param metersPerUnit  the unit in use
void checkSize(const Aabb& box, double metersPerUnit, NodeReport& report);

/// Merges the warnings about too large nodes and those about too small nodes, because a wrong unit affects
/// all nodes. Keeps the first warning of each kind and adds the number of other nodes to it. Also warns about
/// a model that is too small as a whole, unless an option states its unit.
void mergeSizeWarnings(ImportReport& report);

}  // namespace sat3d::SAT3D_ABI::importing
