#include "core/no_index.hpp"
#include "geometry/hull_builder/face_merging.hpp"
#include "geometry/hull_builder/face_partition.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/hull_builder.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <utility>

namespace sat3d::inline SAT3D_ABI {

namespace {

/// Writes the faces of a partition out as a HullMesh.
class Assembly {
public:
    Assembly(const FacePartition& faces, const MergedFaces& merged, SupportSearch& support,
             std::span<const glm::vec3> points, Arena& arena)
        : faces_(faces),
          merged_(merged),
          hull_(faces.hull()),
          support_(support),
          numberOf_(faces.exactFaceCount(), kNoIndex, arena),
          newVertex_(hull_.positions.size(), kNoIndex, arena),
          edgeAt_(hull_.origins.size(), kNoIndex, arena),
          outline_(arena),
          corners_(arena) {
        for (ArenaVector<std::uint32_t>* list : {&outline_, &corners_}) {
            list->reserve(32);  // enough for most
        }
        addVertices(points, arena);
        std::uint32_t faceCount = 0;
        for (std::uint32_t face = 0; face < faces_.exactFaceCount(); ++face) {
            if (faces_.exists(face)) {
                numberOf_[face] = faceCount++;
            }
        }
        const std::size_t edgeCount = mesh.vertices.size() + faceCount - 2;  // Euler's formula
        mesh.faces.reserve(faceCount);
        mesh.edges.reserve(edgeCount);
        mesh.loops.reserve(2 * edgeCount);
        for (std::uint32_t face = 0; face < faces_.exactFaceCount(); ++face) {
            if (faces_.exists(face)) {
                addFace(face);
            }
        }
    }

    HullMesh mesh;

private:
    /// In the order of the input.
    void addVertices(std::span<const glm::vec3> points, Arena& arena) {
        ArenaVector<std::uint32_t> cornerOf(points.size(), kNoIndex, arena);
        for (std::uint32_t vertex = 0; vertex < hull_.positions.size(); ++vertex) {
            if (faces_.isCorner(vertex)) {
                cornerOf[hull_.sources[vertex]] = vertex;
            }
        }
        mesh.vertices.reserve(hull_.positions.size());
        mesh.sourceIndices.reserve(hull_.positions.size());
        for (std::uint32_t index = 0; index < points.size(); ++index) {
            if (cornerOf[index] != kNoIndex) {
                newVertex_[cornerOf[index]] = static_cast<std::uint32_t>(mesh.vertices.size());
                mesh.vertices.push_back(points[index]);
                mesh.sourceIndices.push_back(index);
            }
        }
    }

    void addFace(std::uint32_t face) {
        faces_.outline(face, outline_);
        const auto first = std::find_if(outline_.begin(), outline_.end(), [&](std::uint32_t halfEdge) {
            return faces_.isCorner(hull_.origins[halfEdge]);
        });
        std::rotate(outline_.begin(), first, outline_.end());
        corners_.clear();
        HullMesh::Face added{};
        added.firstVertex = static_cast<std::uint32_t>(mesh.loops.size());
        for (std::size_t i = 0; i < outline_.size();) {
            const std::uint32_t vertex = hull_.origins[outline_[i]];
            corners_.push_back(vertex);
            mesh.loops.push_back(newVertex_[vertex]);
            i = addEdge(i);
        }
        added.vertexCount = static_cast<std::uint32_t>(corners_.size());
        added.plane = planeOf(face);
        for (const std::uint32_t vertex : corners_) {
            mesh.maxFaceThickness =
                std::max(mesh.maxFaceThickness, -added.plane.distance(hull_.positions[vertex]));
        }
        mesh.faces.push_back(added);
    }

    /// Adds the edge whose half-edges start at outline_[first], unless its other face did; returns the end.
    std::size_t addEdge(std::size_t first) {
        std::size_t end = first + 1;
        while (end < outline_.size() && newVertex_[hull_.origins[outline_[end]]] == kNoIndex) {
            ++end;
        }
        if (edgeAt_[outline_[first]] == kNoIndex) {
            const std::uint32_t from = hull_.origins[outline_[first]];
            const std::uint32_t to = hull_.origins[outline_[end % outline_.size()]];
            // The other face walks the same edge backwards, from the twin of our last half-edge.
            edgeAt_[hull_.twins[outline_[end - 1]]] = static_cast<std::uint32_t>(mesh.edges.size());
            mesh.edges.push_back(
                {{newVertex_[from], newVertex_[to]},
                 {numberOf_[faces_.faceOf(outline_[first])], numberOf_[faces_.faceAcross(outline_[first])]}});
        }
        return end;
    }

    static glm::dvec3 unitNormal(const glm::dvec3& area) { return area / glm::length(area); }

    Plane planeOf(std::uint32_t face) {
        if (faces_.isJoined(face)) {
            SAT3D_ASSERT(merged_.planes[face].normal == unitNormal(newellNormal(hull_, corners_)),
                         "the corners are those that were tested");
            return merged_.planes[face];
        }
        glm::dvec3 area = newellNormal(hull_, corners_);
        if (area == glm::dvec3(0.0)) {
            area = normalBetweenNeighbors(face);
        }
        const glm::dvec3 normal = unitNormal(area);
        return {normal, support_.height(normal, corners_.front())};
    }

    /// A sliver so thin that doubles see a line: any normal between those beside it supports it.
    [[nodiscard]] glm::dvec3 normalBetweenNeighbors(std::uint32_t face) const {
        glm::dvec3 sum(0.0);
        faces_.forEachHalfEdge(face, [&](std::uint32_t halfEdge) {
            const glm::dvec3& area = faces_.areaVector(hull_.twins[halfEdge] / 3);
            const double length = glm::length(area);
            if (length > 0.0) {
                sum += area / length;
            }
        });
        return sum;
    }

    const FacePartition& faces_;
    const MergedFaces& merged_;
    const SimplicialHull& hull_;
    SupportSearch& support_;
    ArenaVector<std::uint32_t> numberOf_;   ///< per face of the partition: its number in the mesh
    ArenaVector<std::uint32_t> newVertex_;  ///< per vertex of the hull: its number in the mesh, if a corner
    ArenaVector<std::uint32_t> edgeAt_;     ///< per half-edge: the edge of the mesh that begins there
    ArenaVector<std::uint32_t> outline_;    ///< of the current face
    ArenaVector<std::uint32_t> corners_;    ///< of the current face
};

}  // namespace

Result<HullMesh, HullError> buildHull(std::span<const glm::vec3> points, const HullOptions& options) {
    const auto input = examineInput(points, options);
    if (!input) {
        return Unexpected{input.error()};
    }
    const SimplicialHull triangles = quickhull(points, input->simplex);
    Arena arena;
    FacePartition faces(triangles, arena);
    SupportSearch support(triangles, arena);
    const MergedFaces merged = mergeFaces(faces, support, input->tolerance, arena);
    Assembly assembly(faces, merged, support, points, arena);
    assembly.mesh.maxOutside = merged.outside;
    return std::move(assembly.mesh);
}

}  // namespace sat3d::inline SAT3D_ABI
