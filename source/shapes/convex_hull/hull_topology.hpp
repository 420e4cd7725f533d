#pragma once

/// Loops and edges of a hull in a form in which a wrong one shows at a glance.

#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// For both sides of every edge, the corner in HullView::loops at which the loop of that side's face enters
/// the edge: two for each edge, that of faces[0] first.
[[nodiscard]] std::vector<std::uint32_t> edgeCornersOf(const HullView& mesh);

/// Of each corner of a face, as a place in HullView::loops.
struct HullCorners {
    std::span<std::uint32_t> next;  ///< the following corner of the same face
    std::span<std::uint32_t> face;
};

/// Scratch for checking.
struct TopologyRoom {
    HullCorners corners;                    ///< one for each in the loops
    std::span<std::uint32_t> cornersTaken;  ///< as many
    std::span<std::uint32_t> edgesAt;       ///< one for each vertex
    std::span<glm::dvec3> positions;        ///< as many
};

/// Makes edges of such a list. Returns what is wrong, or "". Sound means: every corner taken once, both sides
/// of an edge between the same two vertices, in two faces; three edges or more at every vertex;
/// V - E + F == 2. Linear time.
/// @param mesh  its vertices, faces and loops are there, their numbers in range, twice as many corners as
/// edges, three or more a face
/// @param edgeCorners  places in the loops, two for each edge
/// @param edges  those of the mesh, to be written
/// @param room  its corners are written and stay
[[nodiscard]] std::string_view rebuildEdges(const HullView& mesh, std::span<const std::uint32_t> edgeCorners,
                                            std::span<HullMesh::Edge> edges, const TopologyRoom& room);

/// What the numbers of a mesh with sound topology contradict, or "": all must be finite and in range, normals
/// unit, corners in their faces' planes, neighbouring faces bent outward. Linear time.
/// @param edgeCorners  as above
/// @param room  its corners as rebuildEdges leaves them
[[nodiscard]] std::string_view faultOfGeometry(const HullView& mesh,
                                               std::span<const std::uint32_t> edgeCorners,
                                               const TopologyRoom& room);

}  // namespace sat3d::inline SAT3D_ABI::detail
