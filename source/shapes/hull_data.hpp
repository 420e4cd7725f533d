#pragma once

/// @file
/// What a ConvexHull points to: everything queries need, baked once.

#include "shapes/kernel_hull.hpp"

#include <sat3d/shapes/convex_hull.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sat3d::inline SAT3D_ABI::detail {

struct HullData {
    HullMesh mesh;
    HullOptions options;  ///< as the hull was built, for building transformed ones
    std::vector<std::uint32_t> faceTags;
    std::vector<glm::dvec3> distinctNormals;
    std::vector<glm::dvec3> distinctEdgeDirections;
    BoundingSphere boundingSphere;
    MassProperties massProperties;
    std::uint64_t contentHash = 0;
    KernelHull kernel;

    /// As a shape.
    [[nodiscard]] static ConvexHull hullOf(std::shared_ptr<const HullData> data) {
        return ConvexHull(std::move(data));
    }
};

/// Unit, from the edge's first vertex to its second.
[[nodiscard]] glm::dvec3 edgeDirection(const HullMesh& mesh, std::uint32_t edge);

/// Fills in what follows quickly from the rest: hash and kernel.
void layOutHull(HullData& data, KernelOrder order);

/// Computes all that follows from the mesh; face tags are 0.
[[nodiscard]] std::shared_ptr<HullData> bakeHull(HullMesh mesh, const HullOptions& options);

}  // namespace sat3d::inline SAT3D_ABI::detail
