#pragma once

/// Loops and edges of a hull in a form in which a wrong one shows at a glance.

#include <sat3d/geometry/hull_builder.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// For every corner in HullMesh::loops, the edge to the next corner: 2 * edge + the side of it that this face
/// is on (0: faces[0]).
[[nodiscard]] std::vector<std::uint32_t> edgeSidesOf(const HullMesh& mesh);

/// Makes edges of such a list; vertices, faces and loops are there, their numbers in range. Returns what is
/// wrong, or "". Sound means: every side of every edge taken once, both sides of an edge between the same two
/// vertices, in two faces; three corners or more at every face and vertex; V - E + F == 2. Linear time.
[[nodiscard]] std::string_view rebuildEdges(HullMesh& mesh, const std::vector<std::uint32_t>& edgeSides);

/// What the numbers of a mesh with sound topology contradict, or "": all must be finite and in range, normals
/// unit, corners in their faces' planes, neighbouring faces bent outward. Linear time.
/// @param edgeSides  as above
[[nodiscard]] std::string_view faultOfGeometry(const HullMesh& mesh,
                                               const std::vector<std::uint32_t>& edgeSides);

}  // namespace sat3d::inline SAT3D_ABI::detail
