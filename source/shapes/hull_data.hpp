#pragma once

/// @file
/// What a ConvexHull points to: everything queries need, baked once.

#include "shapes/hull_arrays.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace sat3d::inline SAT3D_ABI::detail {

/// Copies share all arrays.
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

    /// Reads the arrays, which may be filled in later, but for hash and kernel.
    explicit HullData(const HullArrays& arrays);

    /// Other tags, as many as faces.
    void setFaceTags(std::span<const std::uint32_t> tags);

    /// As a shape.
    [[nodiscard]] static ConvexHull hullOf(std::shared_ptr<const HullData> data) {
        return ConvexHull(std::move(data));
    }

private:
    std::shared_ptr<const void> arrays_, otherTags_;  ///< own what the spans show
};

/// Unit, from the edge's first vertex to its second.
[[nodiscard]] glm::dvec3 edgeDirection(const HullView& mesh, std::uint32_t edge);

/// Fills in what follows quickly from the rest: hash and kernel.
/// @param arrays  those of the data, the kernel's order among them
/// @param facePositions  of each face: its place in that order
void layOutHull(HullData& data, const HullArrays& arrays, std::span<const std::uint32_t> facePositions);

/// Computes all that follows from the mesh; face tags are 0.
[[nodiscard]] std::shared_ptr<HullData> bakeHull(const HullMesh& mesh, const HullOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::detail
