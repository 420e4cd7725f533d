#pragma once

/// The welded surface of a node.

#include "geometry/primitives/aabb_math.hpp"
#include "import/scene/scene.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sat3d::SAT3D_ABI::importing {

/// Faults of a welded surface.
struct EdgeTopology {
    std::uint32_t openEdges = 0;      ///< edges that an odd number of faces use
    glm::vec3 openEdgeMiddle{0.0f};   ///< middle of the longest open edge
    std::uint32_t clashingEdges = 0;  ///< other edges that are not used equally often in both directions
    std::uint32_t facesWithoutArea = 0;
    [[nodiscard]] bool isClosed() const { return openEdges == 0; }
    /// Whether the surface bounds a volume: it is closed, and neighboring faces agree in their winding.
    [[nodiscard]] bool isSolid() const { return isClosed() && clashingEdges == 0; }
};

/// The meshes of a node as one surface in the model's frame. Every vertex belongs to a face.
struct WeldedMesh : PolygonMesh {
    std::vector<std::uint32_t> faceTags;    ///< material tag of each face
    std::uint32_t facesWithNormals = 0;     ///< faces whose normals in the file can be compared
    std::uint32_t facesAgainstNormals = 0;  ///< faces whose winding contradicts their normals in the file
    std::uint32_t verticesRead = 0;         ///< before welding
    std::uint32_t turnedFaces = 0;          ///< were wound against their neighbors: see mendWinding()
    EdgeTopology topology;                  ///< after mendWinding()
};

/// Calls visit(a, b) for each edge of a polygon, from vertex a to vertex b.
template <class Visit>
void forEachEdge(std::span<const std::uint32_t> polygon, Visit&& visit) {
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        visit(polygon[k], polygon[k + 1 == polygon.size() ? 0 : k + 1]);
    }
}

/// Triangles of a surface.
struct SurfaceTriangles {
    std::vector<std::uint32_t> indices;  ///< three per triangle
    std::vector<std::uint32_t> tags;     ///< material tag of each triangle
};
/// Triangulates the polygons, convex or concave.
SurfaceTriangles triangles(const WeldedMesh& surface);

/// Returns the node's own meshes, in its frame.
std::vector<PlacedMesh> placedMeshes(const Node& node);

/// Returns the number of vertices that no face uses.
std::size_t unusedVertices(const Mesh& mesh);

/// Joins meshes and maps them to the model's frame in double. A mirroring transform reverses the winding, so
/// faces still point outward. Vertices that no face uses are omitted.
WeldedMesh assembleSurface(const Scene& scene, std::span<const PlacedMesh> meshes, const glm::dmat4& toModel);

/// Merges vertices that are closer than `tolerance` times the largest extent. A tolerance of 0 merges equal
/// vertices only. The first vertex of a group keeps its position. Vertices must be finite. Expected linear
/// time.
void weld(WeldedMesh& surface, double tolerance);

/// Returns the largest edge length of a box that is not empty.
inline double largestExtent(const Aabb& box) {
    const glm::dvec3 size = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return std::max({size.x, size.y, size.z});
}

}  // namespace sat3d::SAT3D_ABI::importing
