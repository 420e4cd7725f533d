#include "core/no_index.hpp"
#include "geometry/hull_builder/face_flattening.hpp"
#include "geometry/hull_builder/face_merging.hpp"
#include "geometry/hull_builder/face_partition.hpp"
#include "geometry/hull_builder/hull_input_checks.hpp"
#include "geometry/hull_builder/quickhull.hpp"
#include "geometry/hull_builder/support_search.hpp"
#include "geometry/primitives/closest_point.hpp"

#include <sat3d/core/assert.hpp>
#include <sat3d/geometry/hull_builder.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

namespace {

/// Finds vertices that exist because of noise only: one end of a side that is too short, and vertices at
/// which the loop of a face bends inward. Such a vertex lies close to another vertex, or to a segment between
/// two others.
class NoiseVertices {
public:
    NoiseVertices(const HullMesh& mesh, double shortestSide)
        : mesh_(mesh), isLeftOut_(mesh.vertices.size(), 0), isNeeded_(mesh.vertices.size(), 0) {
        for (const HullMesh::Edge& edge : mesh.edges) {
            const auto [low, high] = std::minmax(edge.vertices[0], edge.vertices[1]);
            const glm::dvec3 side = position(high) - position(low);
            if (glm::dot(side, side) < shortestSide * shortestSide) {
                leaveOut(high, low, low);
            }
        }
        for (const HullMesh::Face& face : mesh.faces) {
            const auto vertex = [&](std::uint32_t i) {
                return mesh.faceIndices[face.firstVertex + i % face.vertexCount];
            };
            for (std::uint32_t i = 0; face.vertexCount > 3 && i < face.vertexCount; ++i) {
                const std::uint32_t a = vertex(i), b = vertex(i + 1), c = vertex(i + 2);
                const glm::dvec3 turn = glm::cross(position(b) - position(a), position(c) - position(b));
                if (!(glm::dot(face.plane.normal, turn) > 0.0)) {
                    leaveOut(b, a, c);
                }
            }
        }
    }

    [[nodiscard]] bool any() const { return count_ > 0; }
    [[nodiscard]] std::span<const std::uint8_t> isLeftOut() const { return isLeftOut_; }
    /// Upper bound of the distance of left-out vertices from the hull of the others, in meters.
    [[nodiscard]] double distance() const { return distance_; }

private:
    [[nodiscard]] glm::dvec3 position(std::uint32_t vertex) const {
        return glm::dvec3(mesh_.vertices[vertex]);
    }

    /// Leaves out a vertex near the segment between two others. Marks these two as needed.
    void leaveOut(std::uint32_t vertex, std::uint32_t from, std::uint32_t to) {
        if (isLeftOut_[vertex] != 0 || isNeeded_[vertex] != 0 || isLeftOut_[from] != 0 ||
            isLeftOut_[to] != 0) {
            return;  // the next round tests the vertex again
        }
        isLeftOut_[vertex] = 1;
        isNeeded_[from] = isNeeded_[to] = 1;
        ++count_;
        distance_ = std::max(distance_, distanceToSegment(position(from), position(to), position(vertex)));
    }

    const HullMesh& mesh_;
    std::vector<std::uint8_t> isLeftOut_, isNeeded_;  ///< per vertex
    std::size_t count_ = 0;
    double distance_ = 0.0;
};

/// Converts the faces of a partition to a HullMesh.
class HullMeshWriter {
public:
    HullMeshWriter(const FacePartition& faces, const MergedFaces& merged, SupportSearch& support,
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
            list->reserve(32);  // enough for most faces
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
        mesh.faceIndices.reserve(2 * edgeCount);
        for (std::uint32_t face = 0; face < faces_.exactFaceCount(); ++face) {
            if (faces_.exists(face)) {
                addFace(face);
            }
        }
    }

    HullMesh mesh;

private:
    /// Adds the corners in the order of the input.
    void addVertices(std::span<const glm::vec3> points, Arena& arena) {
        ArenaVector<std::uint32_t> cornerOf(points.size(), kNoIndex, arena);
        for (std::uint32_t vertex = 0; vertex < hull_.positions.size(); ++vertex) {
            if (faces_.isCorner(vertex)) {
                cornerOf[hull_.inputIndices[vertex]] = vertex;
            }
        }
        mesh.vertices.reserve(hull_.positions.size());
        mesh.inputIndices.reserve(hull_.positions.size());
        for (std::uint32_t index = 0; index < points.size(); ++index) {
            if (cornerOf[index] != kNoIndex) {
                newVertex_[cornerOf[index]] = static_cast<std::uint32_t>(mesh.vertices.size());
                mesh.vertices.push_back(points[index]);
                mesh.inputIndices.push_back(index);
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
        added.firstVertex = static_cast<std::uint32_t>(mesh.faceIndices.size());
        for (std::size_t i = 0; i < outline_.size();) {
            const std::uint32_t vertex = hull_.origins[outline_[i]];
            corners_.push_back(vertex);
            mesh.faceIndices.push_back(newVertex_[vertex]);
            i = addEdge(i);
        }
        added.vertexCount = static_cast<std::uint32_t>(corners_.size());
        added.plane = planeOf(face);
        for (const std::uint32_t vertex : corners_) {
            mesh.maxPlanarityError =
                std::max(mesh.maxPlanarityError, -added.plane.signedDistance(hull_.positions[vertex]));
        }
        mesh.faces.push_back(added);
    }

    /// Adds the edge of the mesh whose half-edges in outline_ begin at index `first`. Does nothing if its
    /// other face has already added it. Returns the index after the last of these half-edges.
    std::size_t addEdge(std::size_t first) {
        std::size_t end = first + 1;
        while (end < outline_.size() && newVertex_[hull_.origins[outline_[end]]] == kNoIndex) {
            ++end;
        }
        if (edgeAt_[outline_[first]] == kNoIndex) {
            const std::uint32_t from = hull_.origins[outline_[first]];
            const std::uint32_t to = hull_.origins[outline_[end % outline_.size()]];
            // The loop of the other face passes the edge backward. It starts with the twin of the last
            // half-edge.
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
                         "the corners have changed since the plane was computed");
            return merged_.planes[face];
        }
        glm::dvec3 area = newellNormal(hull_, corners_);
        if (area == glm::dvec3(0.0)) {
            area = normalBetweenNeighbors(face);
        }
        const glm::dvec3 normal = unitNormal(area);
        return {normal, support_.height(normal, corners_.front())};
    }

    /// Normal of a face whose area vanishes in double: any normal between those of its neighbors supports the
    /// face.
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
    const TriangleHull& hull_;
    SupportSearch& support_;
    ArenaVector<std::uint32_t> numberOf_;   ///< per face of the partition: its index in the mesh
    ArenaVector<std::uint32_t> newVertex_;  ///< per vertex of the hull: its index in the mesh, if any
    ArenaVector<std::uint32_t> edgeAt_;     ///< per half-edge: the edge of the mesh that starts there
    ArenaVector<std::uint32_t> outline_;    ///< of the current face
    ArenaVector<std::uint32_t> corners_;    ///< of the current face
};

/// Builds a hull by Quickhull and one pass of merging.
HullMesh hullOf(std::span<const glm::vec3> points, const std::array<std::uint32_t, 4>& simplex,
                const MergeTolerance& tolerance) {
    const TriangleHull triangles = quickhull(points, simplex);
    Arena arena;
    FacePartition faces(triangles, arena);
    SupportSearch support(triangles, arena);
    const MergedFaces merged = mergeFaces(faces, support, tolerance, arena);
    HullMeshWriter writer(faces, merged, support, points, arena);
    writer.mesh.maxInputDistance = merged.outside;
    return std::move(writer.mesh);
}

/// Builds the hull of the vertices of a mesh, except for those that are left out.
/// @param isLeftOut  per vertex: 0 or 1
Result<HullMesh, HullError> hullOfSome(const HullMesh& mesh, std::span<const std::uint8_t> isLeftOut,
                                       const MergeTolerance& tolerance) {
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        if (isLeftOut[i] == 0) {
            points.push_back(mesh.vertices[i]);
            numbers.push_back(mesh.inputIndices[i]);
        }
    }
    const auto input = checkHullInput(points, {});
    if (!input) {
        return Unexpected{input.error()};
    }
    HullMesh hull = hullOf(points, input->simplex, tolerance);
    for (std::uint32_t& index : hull.inputIndices) {
        index = numbers[index];
    }
    return hull;
}

/// Rebuilds a hull from those of its vertices that are not noise, until nothing changes. In the result, the
/// planes support the vertices, the loops are convex and the sides are long enough.
Result<HullMesh, HullError> withoutNoise(HullMesh mesh, const MergeTolerance& tolerance) {
    double distance = mesh.maxInputDistance, merged = distance;
    for (;;) {
        const NoiseVertices noise(mesh, tolerance.reach);
        if (!noise.any() && merged == 0.0) {
            mesh.maxInputDistance = distance;
            return mesh;
        }
        auto next = hullOfSome(mesh, noise.isLeftOut(), tolerance);
        if (!next) {
            return next;
        }
        mesh = *std::move(next);
        merged = mesh.maxInputDistance;
        distance += noise.distance() + merged;
    }
}

/// Moves the vertices of a mesh into the planes of their faces and builds their hull.
Result<HullMesh, HullError> simplified(const HullMesh& mesh, double reach) {
    const std::vector<glm::vec3> moved = FaceFlattening(mesh, reach).vertices();
    auto hull = buildHull(moved);
    if (hull) {
        hull->maxInputDistance += mesh.maxInputDistance;
        double farthest = 0.0;
        for (std::size_t i = 0; i < moved.size(); ++i) {
            farthest = std::max(farthest, glm::distance(glm::dvec3(moved[i]), glm::dvec3(mesh.vertices[i])));
        }
        hull->maxInputDistance += farthest;
        for (std::uint32_t& index : hull->inputIndices) {
            index = mesh.inputIndices[index];
        }
    }
    return hull;
}

}  // namespace

Result<HullMesh, HullError> buildHull(std::span<const glm::vec3> points, const HullOptions& options) {
    const auto input = checkHullInput(points, options);
    if (!input) {
        return Unexpected{input.error()};
    }
    constexpr double kPlanarityError = 2e-7;  // of a finished face, as a fraction of the radius
    const bool simplifies = options.coplanarTolerance > HullOptions{}.coplanarTolerance;
    const double reach = static_cast<double>(options.coplanarTolerance) * input->radius;
    const double slack = simplifies ? 2.0 * reach : std::min(2.0 * reach, kPlanarityError * input->radius);
    HullMesh hull = hullOf(points, input->simplex, {reach, slack});
    if (reach == 0.0) {
        return hull;
    }
    return simplifies ? simplified(hull, 2.0 * reach) : withoutNoise(std::move(hull), {reach, slack});
}

}  // namespace sat3d::SAT3D_ABI
