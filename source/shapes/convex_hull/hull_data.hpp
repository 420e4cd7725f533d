#pragma once

/// @file
/// What a ConvexHull points to: everything queries need, baked once.

#include "shapes/convex_hull/hull_arrays.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <glm/geometric.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

/// Stands in one block of memory with its arrays; copies share them.
struct HullData {
    HullView mesh;
    HullOptions options;  ///< as the hull was built, for building transformed ones
    std::span<const std::uint32_t> faceTags;
    std::span<const glm::dvec3> distinctNormals;
    std::span<const glm::dvec3> distinctEdgeDirections;
    BoundingSphere boundingSphere;
    MassProperties massProperties;
    std::uint64_t contentHash = 0;
    KernelHull kernel;

    /// The same, sharing its arrays, with other tags.
    /// @param tags  as many as faces
    [[nodiscard]] static std::shared_ptr<HullData> withTags(const std::shared_ptr<const HullData>& data,
                                                            std::span<const std::uint32_t> tags);

    /// As a shape.
    [[nodiscard]] static ConvexHull hullOf(std::shared_ptr<const HullData> data) {
        return ConvexHull(std::move(data));
    }

private:
    std::shared_ptr<const void> sharedArrays_;  ///< of the hull it is a copy of
    std::shared_ptr<const std::vector<std::uint32_t>> otherTags_;
};

/// A hull whose arrays, uninitialised, may be written before it is handed out. It reads them already, but for
/// hash and kernel.
struct NewHull {
    std::shared_ptr<HullData> data;
    HullArrays arrays;
};
[[nodiscard]] NewHull newHull(const HullCounts& counts);

/// Unit, from the edge's first vertex to its second.
[[nodiscard]] inline glm::dvec3 edgeDirection(const HullView& mesh, std::uint32_t edge) {
    const auto& [from, to] = mesh.edges[edge].vertices;
    const glm::dvec3 along = glm::dvec3(mesh.vertices[to]) - glm::dvec3(mesh.vertices[from]);
    return along / glm::length(along);
}

/// Computes all that follows from the mesh; face tags are 0.
[[nodiscard]] std::shared_ptr<HullData> bakeHull(const HullMesh& mesh, const HullOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::detail
