#pragma once

/// Edges of a hull as a compact list, in a form whose errors are easy to find. A corner is an entry of
/// HullView::faceIndices: one vertex of one face.

#include "geometry/hull_measures/hull_view.hpp"

#include <glm/ext/vector_double3.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sat3d::SAT3D_ABI {

/// Returns two corners for each edge: its start in the loop of each of its two faces, faces[0] first.
[[nodiscard]] std::vector<std::uint32_t> edgeCornersOf(const HullView& mesh);

/// Arrays with one entry for each corner.
struct HullCorners {
    std::span<std::uint32_t> next;  ///< next corner of the same face
    std::span<std::uint32_t> face;
};

/// Scratch memory for the checks.
struct TopologyScratch {
    HullCorners corners;  ///< one entry per corner
    std::span<std::uint32_t> cornersTaken;
    std::span<std::uint32_t> edgesAt;  ///< one per vertex
    std::span<glm::dvec3> positions;
};

/// Builds the edges from the corners that edgeCornersOf returned. Returns the error, or "". Valid means:
/// every corner is taken once; both sides of an edge join the same two vertices, in two faces; every vertex
/// has at least three edges; V - E + F == 2. Linear time.
/// @param mesh  has its vertices, faces and faceIndices, with all indices in range, twice as many corners as
/// edges, and at least three corners per face
/// @param edgeCorners  two corners per edge
/// @param edges  output: the edges of the mesh
/// @param scratch  its corners are written and stay valid
[[nodiscard]] std::string_view rebuildEdges(const HullView& mesh, std::span<const std::uint32_t> edgeCorners,
                                            std::span<HullMesh::Edge> edges, const TopologyScratch& scratch);

/// Returns what is wrong with the numbers of a mesh whose topology is valid, or "". All numbers must be
/// finite and in range, normals unit, vertices in the planes of their faces, and neighboring faces convex.
/// Linear time.
/// @param edgeCorners  as in rebuildEdges
/// @param scratch  with the corners that rebuildEdges wrote
[[nodiscard]] std::string_view faultOfGeometry(const HullView& mesh,
                                               std::span<const std::uint32_t> edgeCorners,
                                               const TopologyScratch& scratch);

}  // namespace sat3d::SAT3D_ABI
