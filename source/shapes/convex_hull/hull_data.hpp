#pragma once

/// @file
/// Shared data of a ConvexHull: everything that queries need, baked once.

#include "geometry/hull_measures/contact_faces.hpp"
#include "geometry/hull_measures/hull_view.hpp"
#include "shapes/convex_hull/kernel_hull.hpp"
#include "shapes/convex_hull/rotating_bounds.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::SAT3D_ABI {

struct HullCounts {
    std::uint32_t vertices = 0, faces = 0, edges = 0;
    std::uint32_t normals = 0, edgeDirections = 0;
    std::size_t loopEntries = 0;  ///< the sum of HullAdjacency::roomForLoop() of all faces

    [[nodiscard]] std::size_t corners() const { return std::size_t{2} * edges; }
};

/// All arrays of a hull in one block of memory, writable and at first uninitialized. Separate allocations
/// would cost more time than reading the arrays.
struct HullArrays {
    std::span<glm::vec3> vertices;
    std::span<std::uint32_t> inputIndices;
    std::span<HullMesh::Face> faces;
    std::span<std::uint32_t> faceIndices;
    std::span<HullMesh::Edge> edges;
    std::span<std::uint32_t> faceTags;
    std::span<glm::dvec3> distinctNormals, distinctEdgeDirections;
    KernelArrays kernel;

    /// Divides a block of sizeFor(counts) bytes, which the caller owns, into the arrays.
    /// @param block  aligned to KernelHull::kAlignment
    HullArrays(const HullCounts& counts, std::byte* block);
    [[nodiscard]] static std::size_t sizeFor(const HullCounts& counts);

    [[nodiscard]] HullView view() const;

private:
    HullArrays() = default;
};

/// Data of a hull. It lies in one block of memory with its arrays. Copies share the arrays.
struct detail::HullData {
    // What every query reads: one line of the cache, and the kernel.
    std::uint64_t contentHash = 0;
    std::span<const std::uint32_t> faceTags;
    BoundingSphere boundingSphere;
    bool hasTags = false;  ///< whether a tag is not 0
    KernelHull kernel;     ///< its blocks are the first arrays behind the data

    HullView mesh;
    ContactFaces contactFaces;
    std::span<const glm::dvec3> distinctNormals;
    std::span<const glm::dvec3> distinctEdgeDirections;
    RotatingBounds rotatingBounds;
    MassProperties massProperties;

    /// Returns a copy with other tags that shares the arrays.
    /// @param tags  one per face
    [[nodiscard]] static detail::SharedData<HullData> withTags(const detail::SharedData<const HullData>& data,
                                                               std::span<const std::uint32_t> tags);

    /// Sets hasTags to what the tags are.
    void findTags() {
        hasTags = std::any_of(faceTags.begin(), faceTags.end(), [](std::uint32_t tag) { return tag != 0; });
    }

    /// Makes the shape.
    [[nodiscard]] static ConvexHull hullOf(detail::SharedData<const HullData> data) {
        return ConvexHull(std::move(data));
    }

private:
    detail::SharedData<const HullData> sharedArrays_;  ///< keeps the arrays of the copied hull alive
    std::shared_ptr<const std::vector<std::uint32_t>> otherTags_;
};
using detail::HullData;

/// A hull that is not complete: its arrays are uninitialized and writable. The data refers to the arrays
/// already; hash and kernel are missing.
struct NewHull {
    detail::SharedData<HullData> data;
    HullArrays arrays;
};
[[nodiscard]] NewHull newHull(const HullCounts& counts);

/// Unit direction from the edge's first vertex to its second.
[[nodiscard]] inline glm::dvec3 edgeDirection(const HullView& mesh, std::uint32_t edge) {
    const auto& [from, to] = mesh.edges[edge].vertices;
    const glm::dvec3 along = glm::dvec3(mesh.vertices[to]) - glm::dvec3(mesh.vertices[from]);
    return along / glm::length(along);
}

/// Bakes a hull: computes everything that depends on the mesh. Face tags are 0.
[[nodiscard]] detail::SharedData<HullData> bakeHull(const HullMesh& mesh);

}  // namespace sat3d::SAT3D_ABI
