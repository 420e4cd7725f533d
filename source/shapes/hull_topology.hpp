#pragma once

/// Loops and edges of a hull in a form in which a wrong one shows at a glance.

#include "geometry/hull_view.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// For every corner in HullView::loops, the edge to the next corner: 2 * edge + the side of it that this face
/// is on (0: faces[0]).
[[nodiscard]] std::vector<std::uint32_t> edgeSidesOf(const HullView& mesh);

/// Makes edges of such a list. Returns what is wrong, or "". Sound means: every side of every edge taken
/// once, both sides of an edge between the same two vertices, in two faces; three corners or more at every
/// face and vertex; V - E + F == 2. Linear time.
/// @param mesh  its vertices, faces and loops are there, their numbers in range, twice as many corners as
/// edges
/// @param edges  those of the mesh, to be written
/// @param room  scratch
[[nodiscard]] std::string_view rebuildEdges(const HullView& mesh, std::span<const std::uint32_t> edgeSides,
                                            std::span<HullMesh::Edge> edges,
                                            std::vector<std::uint32_t>& room);

/// What the numbers of a mesh with sound topology contradict, or "": all must be finite and in range, normals
/// unit, corners in their faces' planes, neighbouring faces bent outward. Linear time.
/// @param edgeSides  as above
[[nodiscard]] std::string_view faultOfGeometry(const HullView& mesh,
                                               std::span<const std::uint32_t> edgeSides);

}  // namespace sat3d::inline SAT3D_ABI::detail
