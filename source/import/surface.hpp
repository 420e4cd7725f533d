#pragma once

/// The surface of one node in the result's frame: its meshes together, welded.

#include "import/scene.hpp"

#include <sat3d/geometry/polygon_mesh.hpp>

#include <glm/ext/vector_float3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::inline SAT3D_ABI::importing {

struct Surface : PolygonMesh {              // every vertex is used by some face
    std::vector<std::uint32_t> faceTags;    ///< materials, one for each face
    std::uint32_t facesAgainstNormals = 0;  ///< whose winding and file normals point apart
    std::uint32_t facesWithNormals = 0;
    std::uint32_t verticesRead = 0;  ///< before welding
};

/// Its polygons as triangles, notches and all: three indices and the material of each.
struct SurfaceTriangles {
    std::vector<std::uint32_t> corners, tags;
};
SurfaceTriangles triangles(const Surface& surface);

/// A node's own meshes, in its frame.
std::vector<PlacedMesh> placedMeshes(const Node& node);

/// Joins meshes (a node's has one per material) and takes them to the model's frame in double precision; a
/// mirroring transform turns the faces' winding round. Vertices that no face uses are left out.
Surface assembleSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel);

/// Joins vertices that lie within `tolerance` times the largest extent of one another (0: equal ones only).
/// The first of a group stays where it is. Vertices must be finite. Expected linear time.
void weld(Surface& surface, double tolerance);

/// Corners lowest and highest of all vertices; zero without any.
struct Extents {
    glm::vec3 minimum{0.0f}, maximum{0.0f};
    [[nodiscard]] double largest() const;
};
Extents extents(std::span<const glm::vec3> points);

}  // namespace sat3d::inline SAT3D_ABI::importing
